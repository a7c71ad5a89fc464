// The list of phones, and how numbers and times are formatted.
import { el } from './dom.js'

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** The preview of a message without text. */
export const kindWords = {
  image: 'Photo',
  video: 'Video',
  audio: 'Voice message',
  document: 'Document',
  sticker: 'Sticker',
  location: 'Location',
}

export function timeOf(at) {
  return hour.format(new Date(at))
}

export function dayOf(at, now) {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : day.format(new Date(at))
}

export function numberOf(wa) {
  const digits = wa.replace(/\D/g, '')
  const american = /^1(\d{3})(\d{3})(\d{4})$/.exec(digits)
  return american ? `+1 ${american.slice(1).join(' ')}` : `+${digits.replace(/(\d{3})(?=\d{2})/g, '$1 ')}`
}

export function initials(name) {
  const characters = name.split(/\s+/).map(word => /\p{L}/u.exec(word)?.[0] ?? '')
  return characters.filter(Boolean).slice(0, 2).join('').toUpperCase() || '#'
}

export function renderPerson(phone, isChosen, now, onChoose) {
  const today = phone.last && dayOf(phone.last.at, now) === 'Today'
  const timeLabel = phone.last ? (today ? timeOf(phone.last.at) : shortDay.format(new Date(phone.last.at))) : ''
  const preview = phone.blocked ? 'Has blocked the business' : lastPreview(phone)
  const unread =
    phone.unread > 0 &&
    el('span', { class: 'count', 'data-testid': `unread-${phone.wa}` }, String(phone.unread), el('span', { class: 'hidden' }, ' unread'))
  return el(
    'li',
    {},
    el(
      'button',
      { type: 'button', 'aria-pressed': String(isChosen), 'data-testid': `phone-${phone.wa}`, onclick: () => onChoose(phone.wa) },
      el('span', { class: 'face' }, initials(phone.name)),
      el('span', { class: 'words' }, el('b', {}, phone.name), el('small', {}, withoutMarkup(preview))),
      el('span', { class: 'side' }, el('small', {}, timeLabel), unread),
    ),
  )
}

function lastPreview({ last }) {
  if (!last) return 'No messages yet'
  return last.text || kindWords[last.type] || ''
}

function startOfDay(at) {
  return new Date(at).setHours(0, 0, 0, 0)
}

// A preview is one line without its markup.
function withoutMarkup(preview) {
  return preview
    .replace(/[*_~`]/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 90)
}
