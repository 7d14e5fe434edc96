export function DeathStacksTable() { return <p/>; }
