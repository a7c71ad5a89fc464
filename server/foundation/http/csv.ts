// Writes CSV (RFC 4180) line by line, safe to open in a spreadsheet.

/** A table to download; rows are read while they are sent. */
export interface CsvFile {
  /** Without its ending. */
  name: string
  head: readonly string[]
  rows: AsyncIterable<readonly CsvCell[]>
}
export type CsvCell = string | number | boolean | Date | null

export const csvType = 'text/csv; charset=utf-8'

export async function* toCsv({ head, rows }: CsvFile): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that this is UTF-8.
  yield `\uFEFF${toLine(head)}`
  for await (const row of rows) yield toLine(row)
}

const toLine = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(',')}\r\n`

/** Where text begins like a formula (OWASP, CSV Injection), also for a spreadsheet that divides lines at semicolons or tabs. */
const formulaStart = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t] *)(?=[=+\-@＝＋－＠])/g

function toCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell !== 'string') return String(cell)
  const text = cell.replace(formulaStart, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
