// The sheet that opens inside the phone: the rows of a list, or the actions for a message.
import { el, icon } from './dom.js'

const sheet = document.getElementById('sheet')
const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Shows the rows of a list message; `onPick` gets the id of the tapped row. */
export function openSheet(bubble, onPick) {
  const { button, sections } = bubble.content.action
  const rows = sections.flatMap(section => [section.title && el('h3', {}, section.title), ...section.rows.map(row => listRow(row, onPick))])
  open(button, rows)
}

/** Offers a reply and six emoji; tapping the current emoji removes it. */
export function openActions(bubble, { reply, react }) {
  const emojiButtons = emojis.map(emoji => {
    const isSet = bubble.reactions.includes(emoji)
    const toggle = () => react(isSet ? '' : emoji)
    return el('button', { type: 'button', 'aria-pressed': String(isSet), 'data-testid': `react-${emoji}`, onclick: toggle }, emoji)
  })
  const replyButton = el(
    'button',
    { type: 'button', 'data-testid': 'reply', onclick: reply },
    el('span', {}, 'Reply'),
    el('small', {}, 'Quotes this message'),
  )
  open('This message', [el('div', { class: 'faces' }, emojiButtons), replyButton])
}

export function closeSheet() {
  sheet.hidden = true
}

function open(title, rows) {
  const close = el('button', { type: 'button', class: 'bare', 'aria-label': 'Close', onclick: closeSheet }, icon('close'))
  sheet.replaceChildren(el('header', {}, el('b', { id: 'sheet-title', dir: 'auto' }, title), close), el('div', { class: 'rows' }, rows))
  sheet.hidden = false
  sheet.querySelector('.rows button')?.focus()
}

function listRow(row, onPick) {
  const texts = [el('span', { dir: 'auto' }, row.title), row.description && el('small', { dir: 'auto' }, row.description)]
  return el('button', { type: 'button', 'data-testid': `row-${row.id}`, onclick: () => onPick(row.id) }, texts)
}
