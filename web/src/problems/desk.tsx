export function ProblemsDesk() { return <p/>; }
