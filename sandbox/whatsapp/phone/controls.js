// The settings beside the chat: network, block, username, receipts, another number, the clock.
import { submit } from './api.js'
import { icon } from './dom.js'

const byId = id => document.getElementById(id)
/** For each button: the path it posts to, its icon and its label, given the current state. */
const toggles = {
  block: chat => (chat.blocked ? ['unblock', 'block', 'Unblock'] : ['block', 'block', 'Block']),
  offline: chat => (chat.offline ? ['online', 'wifi', 'Go online'] : ['offline', 'plane', 'Go offline']),
  hide: chat => (chat.username === null ? ['username', 'at', 'Hide number'] : ['show-number', 'at', 'Show number']),
  receipts: chat => (chat.receipts ? ['receipts-off', 'ticks', 'Receipts off'] : ['receipts-on', 'ticks', 'Receipts on']),
  offers: chat => (chat.noMarketing ? ['resume-marketing', 'offer', 'Want offers'] : ['stop-marketing', 'offer', 'Stop offers']),
  report: () => ['report', 'flag', 'Report'],
}

/** `chat()` returns the visible phone; `onMoved(wa)` is called with its new number. */
export function startControls({ chat, onMoved, onError }) {
  for (const [id, toggleState] of Object.entries(toggles)) {
    byId(id).addEventListener('click', () => void toggle(chat(), toggleState, onError))
  }
  for (const [id, hours] of [
    ['hour', '1h'],
    ['day', '24h'],
  ]) {
    byId(id).append(icon('clock'), `Clock +${hours.replace('h', ' h')}`)
    byId(id).addEventListener('click', () => void submit('clock', { advance: hours }))
  }
  byId('shut-unblock').addEventListener('click', () => void submit(`phones/${chat()?.wa}/unblock`))
  byId('change').addEventListener('submit', event => void changeNumber(event, chat, onMoved))
}

export function renderControls(chat) {
  for (const [id, toggleState] of Object.entries(toggles)) {
    const [, name, label] = toggleState(chat)
    byId(id).replaceChildren(icon(name), label)
  }
}

async function toggle(phone, toggleState, onError) {
  if (!phone) return
  const [path] = toggleState(phone)
  const error = await submit(`phones/${phone.wa}/${path}`, path === 'username' ? { username: usernameOf(phone.name) } : undefined)
  if (error) onError(error)
}

async function changeNumber(event, chat, onMoved) {
  event.preventDefault()
  const form = event.currentTarget
  const to = form.elements.to.value.replace(/\D/g, '')
  const error = await submit(`phones/${chat()?.wa}/number`, { to })
  byId('change-wrong').textContent = error ?? ''
  byId('change-wrong').hidden = error === null
  if (error) return
  form.reset()
  byId('change-box').open = false
  onMoved(to)
}

function usernameOf(name) {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 30)
  return slug.length < 3 ? `person.${slug}` : slug
}
