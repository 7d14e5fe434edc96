// Looking something up that somebody may have written.

/** What a table has for a word that somebody may have written: nothing of what every object has. */
export const inTable =
  <T>(table: Partial<Record<string, T>>) =>
  (name: string): T | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined;
