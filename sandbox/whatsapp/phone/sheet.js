// The sheet that rises inside the phone: the rows of a list.
import { el, icon } from './dom.js'

const sheet = document.getElementById('sheet')

/** Shows a list message's rows; `pick` gets the id of the one that is tapped. */
export function openSheet(bubble, pick) {
  const { button, sections } = bubble.content.action
  const rows = sections.flatMap(section => [section.title && el('h3', {}, section.title), ...section.rows.map(row => listRow(row, pick))])
  const close = el('button', { type: 'button', class: 'bare', 'aria-label': 'Close', onclick: closeSheet }, icon('close'))
  sheet.replaceChildren(el('header', {}, el('b', { id: 'sheet-title' }, button), close), el('div', { class: 'rows' }, rows))
  sheet.hidden = false
  sheet.querySelector('.rows button')?.focus()
}

export function closeSheet() {
  sheet.hidden = true
}

function listRow(row, pick) {
  const words = [el('span', {}, row.title), row.description && el('small', {}, row.description)]
  return el('button', { type: 'button', 'data-testid': `row-${row.id}`, onclick: () => pick(row.id) }, words)
}
