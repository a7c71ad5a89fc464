// The sheet that rises inside the phone: the rows of a list, or what can be done with a message.
import { el, icon } from './dom.js'

const sheet = document.getElementById('sheet')
const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Shows a list message's rows; `pick` gets the id of the one that is tapped. */
export function openSheet(bubble, pick) {
  const { button, sections } = bubble.content.action
  const rows = sections.flatMap(section => [section.title && el('h3', {}, section.title), ...section.rows.map(row => listRow(row, pick))])
  show(button, rows)
}

/** Reply, or one of six emoji; the one that is there already is taken back. */
export function openActions(bubble, { reply, react }) {
  const faces = emojis.map(emoji => {
    const isThere = bubble.reactions.includes(emoji)
    const toggle = () => react(isThere ? '' : emoji)
    return el('button', { type: 'button', 'aria-pressed': String(isThere), 'data-testid': `react-${emoji}`, onclick: toggle }, emoji)
  })
  const answer = el(
    'button',
    { type: 'button', 'data-testid': 'reply', onclick: reply },
    el('span', {}, 'Reply'),
    el('small', {}, 'Quotes this message'),
  )
  show('This message', [el('div', { class: 'faces' }, faces), answer])
}

export function closeSheet() {
  sheet.hidden = true
}

function show(title, rows) {
  const close = el('button', { type: 'button', class: 'bare', 'aria-label': 'Close', onclick: closeSheet }, icon('close'))
  sheet.replaceChildren(el('header', {}, el('b', { id: 'sheet-title', dir: 'auto' }, title), close), el('div', { class: 'rows' }, rows))
  sheet.hidden = false
  sheet.querySelector('.rows button')?.focus()
}

function listRow(row, pick) {
  const words = [el('span', { dir: 'auto' }, row.title), row.description && el('small', { dir: 'auto' }, row.description)]
  return el('button', { type: 'button', 'data-testid': `row-${row.id}`, onclick: () => pick(row.id) }, words)
}
