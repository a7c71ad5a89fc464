// Reads the id of a field that holds an id, or by its type might hold an expanded object.
export const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)
export const idOrNull = (value: string | { id: string } | null | undefined): string | null => (value ? idOf(value) : null)
