// Prints an action on one line, with the names used in filter files.
/** `mark_read`, `move folder=Bills`: the kind, then its fields. */
export function printAction(action: { kind: string }): string {
  const { kind, ...rest } = action
  const parts = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || isEmptyList(value) ? [] : [`${name}=${printField(value)}`],
  )
  return [kind, ...parts].join(' ')
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const printField = (value: unknown): string =>
  typeof value === 'string' && /^[\p{L}\p{N}_./:-]+$/u.test(value) ? value : JSON.stringify(value)
