// Reads the id of a field that holds an id, and of one that might hold an expanded object by its type.
export const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)
export const idOrNull = (value: string | { id: string } | null | undefined): string | null => (value ? idOf(value) : null)
