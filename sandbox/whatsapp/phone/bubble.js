// Draws one bubble of the chat as WhatsApp does.
import { drawButtons } from './buttons.js'
import { el, icon } from './dom.js'
import { drawFiles } from './files.js'
import { readMarkup } from './markup.js'
import { kindWords, timeOf } from './people.js'

const spanNames = { bold: 'b', italic: 'i', strike: 's' }
const longText = 1200
const tickWords = { sent: 'Sent', delivered: 'Delivered', read: 'Read' }

/** `acts`: tap(wamid, id), openList(bubble), openActions(bubble), quoteOf(wamid), business. */
export function drawBubble(bubble, acts) {
  if (bubble.type === 'system')
    return el('li', { class: 'notice', 'data-testid': 'notice' }, 'You have another number now. The business was told.')
  const isOwn = bubble.direction === 'written'
  const buttons = isOwn ? [] : drawButtons(bubble, acts)
  const files = drawFiles(bubble)
  const classes = [
    'bubble',
    isOwn && 'own',
    bubble.type === 'sticker' && 'bare-bubble',
    files.length > 0 && 'with-file',
    bubble.reactions.length > 0 && 'reacted',
  ]
  return el(
    'li',
    {
      class: classes.filter(Boolean).join(' '),
      'data-testid': isOwn ? 'bubble-own' : 'bubble',
      'data-wamid': bubble.wamid,
      'data-type': bubble.type,
    },
    el(
      'div',
      { class: 'in' },
      quote(bubble, acts),
      files,
      head(bubble),
      words(bubble),
      foot(bubble),
      el(
        'p',
        { class: 'when' },
        el('time', { datetime: new Date(bubble.at).toISOString() }, timeOf(bubble.at)),
        isOwn && ticks(bubble.ticks),
      ),
    ),
    buttons.length > 0 && el('div', { class: 'buttons' }, buttons),
    bubble.reactions.length > 0 && el('span', { class: 'reactions', 'data-testid': 'reactions' }, bubble.reactions.join(' ')),
    !isOwn && actsButton(bubble, acts),
  )
}

/** Everything that changes how a bubble looks. */
export function lookOf(bubble) {
  return `${bubble.ticks ?? ''} ${bubble.reactions.join('')}`
}

function head({ content }) {
  const text = content.shown?.header?.text ?? content.header?.text
  return text ? el('p', { class: 'head' }, text) : null
}

function foot({ content }) {
  const text = content.shown?.footer ?? content.footer?.text
  return text ? el('p', { class: 'foot' }, text) : null
}

function textOf(bubble) {
  if (bubble.type === 'template') return bubble.content.shown?.body ?? bubble.text
  if (bubble.type === 'unsupported') return '_This message cannot be shown here._'
  if (['image', 'video', 'document', 'audio', 'sticker', 'location'].includes(bubble.type)) return bubble.content.caption ?? ''
  return bubble.text
}

function words(bubble) {
  const source = textOf(bubble)
  if (source === '') return null
  const text = el('div', { class: 'text', 'data-testid': 'bubble-text' }, readMarkup(source).map(block))
  if (source.length < longText && source.split('\n').length < 24) return text
  const more = el('button', { type: 'button', class: 'more' }, 'Read more')
  more.addEventListener('click', () => {
    text.classList.remove('long')
    more.remove()
  })
  text.classList.add('long')
  return [text, more]
}

function block(one) {
  switch (one.kind) {
    case 'mono':
      return el('pre', {}, one.text)
    case 'quote':
      return el('blockquote', {}, one.lines.map(line))
    case 'bullets':
      return el('ul', {}, one.lines.map(item))
    case 'numbers':
      return el('ol', { start: String(one.start) }, one.lines.map(item))
    default:
      return line(one.parts)
  }
}

function item(parts) {
  return el('li', {}, parts.map(inline))
}

function line(parts) {
  return el('p', {}, parts.length === 0 ? el('br') : parts.map(inline))
}

function inline(part) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'code') return el('code', {}, part.text)
  if (part.kind === 'link') return el('a', { href: part.href, target: '_blank', rel: 'noopener noreferrer' }, part.text)
  return el(spanNames[part.kind], {}, part.parts.map(inline))
}

function quote(bubble, acts) {
  const quoted = bubble.contextId && acts.quoteOf(bubble.contextId)
  if (!quoted) return null
  return el('div', { class: 'quoted' }, el('b', {}, quoted.direction === 'written' ? 'You' : acts.business), el('p', {}, firstLine(quoted)))
}

/** One line of a message without its markup, to be recognised by. */
export function firstLine(bubble) {
  const text = bubble.text || kindWords[bubble.type] || ''
  return text.split('\n')[0].replace(/[*_~`]/g, '')
}

function ticks(state) {
  return el(
    'span',
    { class: `ticks ${state}`, 'data-testid': 'ticks', 'data-state': state },
    icon(state === 'sent' ? 'tick' : 'ticks', tickWords[state]),
  )
}

function actsButton(bubble, acts) {
  const label = 'Reply or react'
  return el(
    'button',
    { type: 'button', class: 'acts', 'aria-label': label, 'data-testid': 'acts', onclick: () => acts.openActions(bubble) },
    icon('smile'),
  )
}
