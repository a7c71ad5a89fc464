// Renders one bubble of the chat as WhatsApp does.
import { renderButtons } from './buttons.js'
import { el, icon } from './dom.js'
import { renderFiles } from './files.js'
import { readMarkup } from './markup.js'
import { kindWords, timeOf } from './people.js'

const spanNames = { bold: 'b', italic: 'i', strike: 's' }
const longText = 1200
const tickWords = { sent: 'Sent', delivered: 'Delivered', read: 'Read' }

/** `actions`: tap(wamid, id), openList(bubble), openActions(bubble), findQuoted(wamid), business. */
export function renderBubble(bubble, actions) {
  if (bubble.type === 'system')
    return el('li', { class: 'notice', 'data-testid': 'notice' }, 'You have another number now. The business was told.')
  const isOwn = bubble.direction === 'written'
  const buttons = isOwn ? [] : renderButtons(bubble, actions)
  const files = renderFiles(bubble)
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
      quotedMessage(bubble, actions),
      files,
      headerText(bubble),
      messageText(bubble),
      footerText(bubble),
      el(
        'p',
        { class: 'when' },
        el('time', { datetime: new Date(bubble.at).toISOString() }, timeOf(bubble.at)),
        isOwn && ticks(bubble.ticks),
      ),
    ),
    buttons.length > 0 && el('div', { class: 'buttons' }, buttons),
    bubble.reactions.length > 0 && el('span', { class: 'reactions', 'data-testid': 'reactions' }, bubble.reactions.join(' ')),
    !isOwn && actionsButton(bubble, actions),
  )
}

/** A key that changes with everything that affects how a bubble looks. */
export function appearanceKey(bubble) {
  return `${bubble.ticks ?? ''} ${bubble.reactions.join('')}`
}

function headerText({ content }) {
  const text = content.shown?.header?.text ?? content.header?.text
  return text ? el('p', { class: 'head' }, text) : null
}

function footerText({ content }) {
  const text = content.shown?.footer ?? content.footer?.text
  return text ? el('p', { class: 'foot' }, text) : null
}

function bodyText(bubble) {
  if (bubble.type === 'template') return bubble.content.shown?.body ?? bubble.text
  if (bubble.type === 'unsupported') return '_This message cannot be shown here._'
  if (['image', 'video', 'document', 'audio', 'sticker', 'location'].includes(bubble.type)) return bubble.content.caption ?? ''
  return bubble.text
}

function messageText(bubble) {
  const source = bodyText(bubble)
  if (source === '') return null
  const text = el('div', { class: 'text', 'data-testid': 'bubble-text' }, readMarkup(source).map(renderBlock))
  if (source.length < longText && source.split('\n').length < 24) return text
  const more = el('button', { type: 'button', class: 'more' }, 'Read more')
  more.addEventListener('click', () => {
    text.classList.remove('long')
    more.remove()
  })
  text.classList.add('long')
  return [text, more]
}

function renderBlock(part) {
  switch (part.kind) {
    case 'mono':
      return el('pre', {}, part.text)
    case 'quote':
      return el('blockquote', {}, part.lines.map(renderLine))
    case 'bullets':
      return el('ul', {}, part.lines.map(renderItem))
    case 'numbers':
      return el('ol', { start: String(part.start) }, part.lines.map(renderItem))
    default:
      return renderLine(part.parts)
  }
}

function renderItem(parts) {
  return el('li', {}, parts.map(renderInline))
}

function renderLine(parts) {
  return el('p', {}, parts.length === 0 ? el('br') : parts.map(renderInline))
}

function renderInline(part) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'code') return el('code', {}, part.text)
  if (part.kind === 'link') return el('a', { href: part.href, target: '_blank', rel: 'noopener noreferrer' }, part.text)
  return el(spanNames[part.kind], {}, part.parts.map(renderInline))
}

function quotedMessage(bubble, actions) {
  const quoted = bubble.contextId && actions.findQuoted(bubble.contextId)
  if (!quoted) return null
  return el(
    'div',
    { class: 'quoted' },
    el('b', {}, quoted.direction === 'written' ? 'You' : actions.business),
    el('p', {}, firstLine(quoted)),
  )
}

/** The first line of a message without markup, as its preview. */
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

function actionsButton(bubble, actions) {
  const label = 'Reply or react'
  return el(
    'button',
    { type: 'button', class: 'acts', 'aria-label': label, 'data-testid': 'acts', onclick: () => actions.openActions(bubble) },
    icon('smile'),
  )
}
