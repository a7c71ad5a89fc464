// Tells data tables from layout tables and reads their rows.
import type { Element } from './dom.ts'

const maxCellCharacters = 160
const maxRows = 300

/** Two or more cells in a row, each a short text without nested blocks; null for layout tables. */
export function readDataRows(table: Element): Element[][] | null {
  if (/^(?:presentation|none)$/.test(table.attribs?.['role'] ?? '')) return null
  const rows = listRows(table).map(row => (row.children ?? []).filter(isCell))
  const filled = rows.filter(cells => cells.length > 1)
  if (filled.length === 0 || filled.length < rows.length - 1 || rows.length > maxRows) return null
  const hasHeader = rows.some(cells => cells.some(cell => cell.name === 'th'))
  const columns = filled[0]?.length ?? 0
  if (!hasHeader && filled.some(cells => cells.length !== columns)) return null
  return rows.every(cells => cells.every(isShort)) ? rows : null
}

/** The terms and short values of a definition list; null for other content. */
export function readTermRows(list: Element): Element[][] | null {
  const parts = (list.children ?? [])
    .flatMap(child => (child.name === 'div' ? (child.children ?? []) : [child]))
    .filter(child => child.type === 'tag')
  const rows: Element[][] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [term, value] = [parts[at], parts[at + 1]]
    if (term?.name !== 'dt' || value?.name !== 'dd' || !isShort(term) || !isShort(value)) return null
    rows.push([term, value])
  }
  return rows.length > 0 && rows.length <= maxRows ? rows : null
}

const isCell = (element: Element): boolean => element.name === 'td' || element.name === 'th'

function listRows(table: Element): Element[] {
  return (table.children ?? []).flatMap(child =>
    child.name === 'tr' ? [child] : /^(?:tbody|thead|tfoot)$/.test(child.name ?? '') ? listRows(child) : [],
  )
}

const blockElements = new Set('table ul ol h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' '))

function isShort(cell: Element): boolean {
  let characters = 0
  let paragraphs = 0
  const walk = (node: Element): boolean => {
    if (node.type === 'text') characters += (node.data ?? '').replace(/\s+/g, ' ').length
    if (node.name === 'p' || node.name === 'div') paragraphs += 1
    if (blockElements.has(node.name ?? '') || characters > maxCellCharacters || paragraphs > 2) return false
    return (node.children ?? []).every(walk)
  }
  return walk(cell)
}
