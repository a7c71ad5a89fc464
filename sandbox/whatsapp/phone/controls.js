// What the person sets beside the chat: network, block, a name for the number, receipts, another number, the clock.
import { submit } from './api.js'
import { icon } from './dom.js'

const at = id => document.getElementById(id)
/** Each deed: its button, the path it asks for now, and what it says on it. */
const toggles = {
  block: chat => (chat.blocked ? ['unblock', 'block', 'Unblock'] : ['block', 'block', 'Block']),
  offline: chat => (chat.offline ? ['online', 'wifi', 'Go online'] : ['offline', 'plane', 'Go offline']),
  hide: chat => (chat.username === null ? ['username', 'at', 'Hide number'] : ['show-number', 'at', 'Show number']),
  receipts: chat => (chat.receipts ? ['receipts-off', 'ticks', 'Receipts off'] : ['receipts-on', 'ticks', 'Receipts on']),
  offers: chat => (chat.noMarketing ? ['resume-marketing', 'offer', 'Want offers'] : ['stop-marketing', 'offer', 'Stop offers']),
  report: () => ['report', 'flag', 'Report'],
}

/** `chat()` is the phone as it is shown now; `moved(wa)` is called with its new number. */
export function startControls({ chat, moved, failed }) {
  for (const [id, now] of Object.entries(toggles)) {
    at(id).addEventListener('click', () => void press(chat(), now, failed))
  }
  for (const [id, hours] of [
    ['hour', '1h'],
    ['day', '24h'],
  ]) {
    at(id).append(icon('clock'), `Clock +${hours.replace('h', ' h')}`)
    at(id).addEventListener('click', () => void submit('clock', { advance: hours }))
  }
  at('shut-unblock').addEventListener('click', () => void submit(`phones/${chat()?.wa}/unblock`))
  at('change').addEventListener('submit', event => void changeNumber(event, chat, moved))
}

export function drawControls(chat) {
  for (const [id, now] of Object.entries(toggles)) {
    const [, name, words] = now(chat)
    at(id).replaceChildren(icon(name), words)
  }
}

async function press(phone, now, failed) {
  if (!phone) return
  const [path] = now(phone)
  const wrong = await submit(`phones/${phone.wa}/${path}`, path === 'username' ? { username: usernameOf(phone.name) } : undefined)
  if (wrong) failed(wrong)
}

async function changeNumber(event, chat, moved) {
  event.preventDefault()
  const form = event.currentTarget
  const to = form.elements.to.value.replace(/\D/g, '')
  const wrong = await submit(`phones/${chat()?.wa}/number`, { to })
  at('change-wrong').textContent = wrong ?? ''
  at('change-wrong').hidden = wrong === null
  if (wrong) return
  form.reset()
  at('change-box').open = false
  moved(to)
}

function usernameOf(name) {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 30)
  return plain.length < 3 ? `person.${plain}` : plain
}
