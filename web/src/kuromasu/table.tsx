export function KuromasuTable() { return <p/>; }
