// Writes an invoice as a PDF of one page or more: text in Helvetica, nothing else.
import type { InvoiceSummary } from './summary.ts'

/** A text at a position, in points from the lower left corner of the page; `right`: the text ends there. */
interface PlacedText {
  text: string
  x: number
  y: number
  size: number
  isBold?: boolean
  right?: boolean
}

const [pageWidth, pageHeight, margin, rowHeight] = [595, 842, 56, 18]
const rowsPerPage = 24

export function invoicePdf(summary: InvoiceSummary): Buffer {
  const pages: PlacedText[][] = []
  for (let start = 0; start === 0 || start < summary.lines.length; start += rowsPerPage) {
    const isLast = start + rowsPerPage >= summary.lines.length
    pages.push(pageTexts({ ...summary, lines: summary.lines.slice(start, start + rowsPerPage), sums: isLast ? summary.sums : [] }))
  }
  return assemble(pages.map(texts => texts.map(drawText).join('\n')))
}

function pageTexts({ title, state, facts, lines, sums }: InvoiceSummary): PlacedText[] {
  let y = pageHeight - margin
  const texts: PlacedText[] = [{ text: `${title} - ${state}`, x: margin, y, size: 18, isBold: true }]
  const row = (height = rowHeight) => (y -= height)
  texts.push({ text: 'From a pretend bank. No money moved.', x: margin, y: row(22), size: 9 })
  row(8)
  for (const { name, value } of facts) texts.push({ text: `${name}: ${value}`, x: margin, y: row(), size: 11 })
  row(8)
  for (const { text, period, amount } of lines) {
    texts.push(
      { text: shorten(text, 52), x: margin, y: row(), size: 11 },
      { text: amount, x: pageWidth - margin, y, size: 11, right: true },
    )
    if (lines.length <= rowsPerPage / 2) texts.push({ text: period, x: margin, y: row(14), size: 9 })
  }
  row(8)
  for (const { name, amount, isTotal } of sums) {
    const style = { size: 11, isBold: isTotal }
    texts.push({ text: name, x: margin, y: row(), ...style }, { text: amount, x: pageWidth - margin, y, right: true, ...style })
  }
  return texts
}

const shorten = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

function drawText({ text, x, y, size, isBold = false, right = false }: PlacedText): string {
  const left = right ? x - widthOf(text, size) : x
  return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${left.toFixed(1)} ${y} Td (${escapeText(text)}) Tj ET`
}

// In Helvetica digits are 0.556 wide, commas and points 0.278. Close enough: only amounts are aligned to the right.
const widthOf = (text: string, size: number): number =>
  Array.from(text).reduce((sum, character) => sum + (/[.,\- ]/.test(character) ? 0.278 : 0.556), 0) * size

/** WinAnsi: Latin-1, and the few others of it that amounts and product names use. */
function escapeText(text: string): string {
  return Array.from(text).map(escapeCharacter).join('')
}

const winAnsi: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
  '−': 0x2d,
}

function escapeCharacter(character: string): string {
  if (/[()\\]/.test(character)) return `\\${character}`
  const code = winAnsi[character] ?? character.codePointAt(0) ?? 0x3f
  if (code < 0x20 || code > 0xff) return '?'
  return code > 0x7e ? `\\${code.toString(8)}` : String.fromCharCode(code)
}

function assemble(contents: string[]): Buffer {
  const pageIds = contents.map((_, index) => 5 + index * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] /Count ${pageIds.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + index * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
