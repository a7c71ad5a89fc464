// Draws one bubble of the chat as WhatsApp does.
import { el, icon } from './dom.js'
import { readMarkup } from './markup.js'
import { timeOf } from './people.js'

const spanNames = { bold: 'b', italic: 'i', strike: 's' }
const longText = 1200
const tickWords = { sent: 'Sent', delivered: 'Delivered', read: 'Read' }

/** `acts`: tap(wamid, id), openList(bubble), quoteOf(wamid), isShut. */
export function drawBubble(bubble, acts) {
  const isOwn = bubble.direction === 'written'
  const own = isOwn ? ' own' : ''
  const buttons = isOwn ? [] : buttonsOf(bubble, acts)
  return el(
    'li',
    { class: `bubble${own}`, 'data-testid': isOwn ? 'bubble-own' : 'bubble', 'data-wamid': bubble.wamid, 'data-type': bubble.type },
    el(
      'div',
      { class: 'in' },
      quote(bubble, acts),
      bubble.content.header?.text && el('p', { class: 'head' }, bubble.content.header.text),
      words(bubble),
      bubble.content.footer?.text && el('p', { class: 'foot' }, bubble.content.footer.text),
      el(
        'p',
        { class: 'when' },
        el('time', { datetime: new Date(bubble.at).toISOString() }, timeOf(bubble.at)),
        isOwn && ticks(bubble.ticks),
      ),
    ),
    buttons.length > 0 && el('div', { class: 'buttons' }, buttons),
  )
}

/** Everything that changes how a bubble looks. */
export function lookOf(bubble) {
  return `${bubble.ticks ?? ''}`
}

function words(bubble) {
  const text = el('div', { class: 'text', 'data-testid': 'bubble-text' }, readMarkup(bubble.text).map(block))
  if (bubble.text.length < longText && bubble.text.split('\n').length < 24) return text
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
      return el(
        'ul',
        {},
        one.lines.map(parts => el('li', {}, parts.map(inline))),
      )
    case 'numbers':
      return el(
        'ol',
        { start: String(one.start) },
        one.lines.map(parts => el('li', {}, parts.map(inline))),
      )
    default:
      return line(one.parts)
  }
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
  return el(
    'div',
    { class: 'quoted' },
    el('b', {}, quoted.direction === 'written' ? 'You' : acts.business),
    el('p', {}, quoted.text.split('\n')[0].replace(/[*_~`]/g, '')),
  )
}

function ticks(state) {
  return el(
    'span',
    { class: `ticks ${state}`, 'data-testid': 'ticks', 'data-state': state },
    icon(state === 'sent' ? 'tick' : 'ticks', tickWords[state]),
  )
}

function buttonsOf(bubble, acts) {
  const { content } = bubble
  if (bubble.type === 'template') return templateButtons(bubble).map(id => tapButton(bubble, id, id, acts))
  if (content.type === 'button') return content.action.buttons.map(({ reply }) => tapButton(bubble, reply.id, reply.title, acts))
  if (content.type === 'list') {
    return [
      el(
        'button',
        { type: 'button', 'data-testid': 'open-list', onclick: () => acts.openList(bubble) },
        icon('list'),
        content.action.button,
      ),
    ]
  }
  if (content.type !== 'cta_url') return []
  const { display_text: title, url } = content.action.parameters
  return [el('a', { href: url, target: '_blank', rel: 'noopener noreferrer', 'data-testid': 'cta-url' }, icon('open'), title)]
}

function tapButton(bubble, id, title, acts) {
  return el('button', { type: 'button', 'data-testid': `tap-${id}`, onclick: () => acts.tap(bubble.wamid, id) }, icon('reply'), title)
}

function templateButtons(bubble) {
  const parts = (bubble.content.components ?? []).filter(part => part.type === 'button')
  return parts.flatMap(part => part.parameters.filter(one => one.type === 'payload').map(one => one.payload))
}
