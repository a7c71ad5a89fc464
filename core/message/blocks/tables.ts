// Tells a table that says something from one that only places things, and reads its rows.
import type { Element } from './dom.ts'

const longestCell = 160
const mostRows = 300

/** Two and more cells in a row, each a short text without blocks of its own; most tables of mails only place things. */
export function dataRows(table: Element): Element[][] | null {
  if (/^(?:presentation|none)$/.test(table.attribs?.['role'] ?? '')) return null
  const rows = rowsOf(table).map(row => (row.children ?? []).filter(isCell))
  const filled = rows.filter(cells => cells.length > 1)
  if (filled.length === 0 || filled.length < rows.length - 1 || rows.length > mostRows) return null
  const isHeaded = rows.some(cells => cells.some(cell => cell.name === 'th'))
  const columns = filled[0]?.length ?? 0
  if (!isHeaded && filled.some(cells => cells.length !== columns)) return null
  return rows.every(cells => cells.every(isShort)) ? rows : null
}

/** Terms and what they stand for, side by side: labels and short values, as receipts have them. */
export function termRows(list: Element): Element[][] | null {
  const parts = (list.children ?? [])
    .flatMap(child => (child.name === 'div' ? (child.children ?? []) : [child]))
    .filter(child => child.type === 'tag')
  const rows: Element[][] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [term, value] = [parts[at], parts[at + 1]]
    if (term?.name !== 'dt' || value?.name !== 'dd' || !isShort(term) || !isShort(value)) return null
    rows.push([term, value])
  }
  return rows.length > 0 && rows.length <= mostRows ? rows : null
}

const isCell = (element: Element): boolean => element.name === 'td' || element.name === 'th'

function rowsOf(table: Element): Element[] {
  return (table.children ?? []).flatMap(child =>
    child.name === 'tr' ? [child] : /^(?:tbody|thead|tfoot)$/.test(child.name ?? '') ? rowsOf(child) : [],
  )
}

const blocks = new Set('table ul ol h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' '))

function isShort(cell: Element): boolean {
  let letters = 0
  let paragraphs = 0
  const walk = (node: Element): boolean => {
    if (node.type === 'text') letters += (node.data ?? '').replace(/\s+/g, ' ').length
    if (node.name === 'p' || node.name === 'div') paragraphs += 1
    if (blocks.has(node.name ?? '') || letters > longestCell || paragraphs > 2) return false
    return (node.children ?? []).every(walk)
  }
  return walk(cell)
}
