// The phone page: shows the state of the sandbox and sends what the person does.
import { listen, read, submit } from './api.js'
import { appearanceKey, renderBubble } from './bubble.js'
import { quote, startComposer, takeDraft } from './composer.js'
import { renderControls, startControls } from './controls.js'
import { el, icon, mark } from './dom.js'
import { dayOf, numberOf, renderPerson, timeOf } from './people.js'
import { closeSheet, openActions, openSheet } from './sheet.js'

const byId = id => document.getElementById(id)
const page = {
  chosen: location.hash.slice(1),
  overview: null,
  chat: null,
  rendered: new Map(),
  draftFor: null,
  offsetMs: 0,
  isAtEnd: true,
  isLoading: false,
  isStale: false,
}

start()

function start() {
  byId('home').hidden = !location.pathname.startsWith('/sandbox/')
  byId('business-face').append(mark())
  Object.assign(page, takeDraft(page.chosen))
  startComposer({ phonePath: () => `phones/${page.chosen}`, onSent, onError })
  startControls({ chat: () => page.chat, onMoved: choose, onError })
  byId('add').addEventListener('submit', event => void addPhone(event))
  addEventListener('keydown', event => event.key === 'Escape' && closeSheet())
  // A picture that loads late makes the chat longer.
  byId('chat').addEventListener('load', () => page.isAtEnd && scrollToEnd(), true)
  byId('chat').addEventListener('scroll', trackScroll)
  listen(refresh)
  setInterval(showTime, 1000)
  addEventListener('hashchange', () => choose(location.hash.slice(1)))
  document.addEventListener('visibilitychange', () => void refresh())
}

async function refresh() {
  if (page.isLoading) {
    page.isStale = true
    return
  }
  page.isLoading = true
  await load().catch(() => showBanner('The sandbox does not answer. Trying again…'))
  page.isLoading = false
  if (page.isStale) {
    page.isStale = false
    void refresh()
  }
}

async function load() {
  page.overview = await read('phones')
  page.offsetMs = page.overview.clock.offsetMs
  const numbers = page.overview.phones.map(phone => phone.wa)
  // This response may be older than the phone that was chosen meanwhile.
  if (page.isStale && !numbers.includes(page.chosen)) return
  if (!numbers.includes(page.chosen)) page.chosen = numbers[0] ?? ''
  if (page.chosen === '') return
  const chat = await read(`phones/${page.chosen}`)
  if (chat.wa !== page.chosen) return
  page.chat = chat
  render()
  if (chat.unread > 0 && !chat.offline && document.visibilityState === 'visible') void submit(`phones/${chat.wa}/read`)
  clearTimeout(page.typingTimer)
  if (chat.isTyping) page.typingTimer = setTimeout(() => void refresh(), 3000)
}

function render() {
  const { overview, chat } = page
  byId('people').replaceChildren(...overview.phones.map(phone => renderPerson(phone, phone.wa === chat.wa, now(), choose)))
  byId('business-name').textContent = overview.business.name
  byId('business-line').textContent = chat.isTyping ? 'typing…' : `${numberOf(overview.business.number)} · sandbox`
  byId('signal').replaceChildren(icon(chat.offline ? 'plane' : 'wifi'), icon('battery'))
  byId('composer').hidden = chat.blocked
  byId('shut').hidden = !chat.blocked
  showBanner(bannerText(chat, overview))
  renderFacts(chat, overview)
  renderControls(chat)
  renderChat(chat)
  showTime()
}

function bannerText(chat, overview) {
  const isOtherNumber = page.draftFor && page.draftFor !== overview.business.number.replace(/\D/g, '')
  if (isOtherNumber) return `${numberOf(page.draftFor)} is not on this sandbox. This chat is with ${overview.business.name}.`
  return chat.offline ? 'Waiting for network' : ''
}

function showBanner(text) {
  byId('banner').textContent = text
  byId('banner').hidden = text === ''
}

function renderFacts(chat, { billed }) {
  byId('facts-title').textContent = chat.name
  byId('fact-number').textContent = chat.username === null ? numberOf(chat.wa) : `${numberOf(chat.wa)}, hidden behind @${chat.username}`
  byId('fact-id').textContent = chat.userId
  byId('fact-window').textContent = windowText(chat.windowEndsAt)
  byId('fact-bill').textContent = billText(billed)
}

function windowText(endsAt) {
  if (endsAt === null) return 'Not open: nothing was written from here yet'
  if (endsAt <= now()) return 'Closed: more than 24 hours since the last message from here'
  return `Open until ${dayOf(endsAt, now()) === 'Today' ? 'today' : 'tomorrow'}, ${timeOf(endsAt)}`
}

function billText(billed) {
  const parts = Object.entries(billed).map(([category, count]) => `${count} ${category}`)
  return parts.length === 0 ? 'Nothing yet' : `${parts.join(', ')}, to all phones`
}

function renderChat(chat) {
  const list = byId('chat')
  const isAtEnd = page.renderedFor !== chat.wa || page.isAtEnd
  if (page.renderedFor !== chat.wa) {
    page.rendered = new Map()
    quote(null)
  }
  const actions = {
    business: page.overview.business.name,
    findQuoted: wamid => chat.bubbles.find(one => one.wamid === wamid),
    tap: (wamid, id) => send({ tap: { wamid, id } }),
    openList: bubble => openSheet(bubble, id => send({ tap: { wamid: bubble.wamid, id } })),
    openActions: bubble =>
      openActions(bubble, {
        react: emoji => send({ reaction: { wamid: bubble.wamid, emoji } }),
        reply: () => {
          closeSheet()
          quote(bubble, page.overview.business.name)
        },
      }),
  }
  const items = [el('li', { class: 'notice' }, 'Messages stay on this machine. Nothing here is sent to WhatsApp.')]
  let day = ''
  for (const bubble of chat.bubbles) {
    const next = dayOf(bubble.at, now())
    if (next !== day) items.push(el('li', { class: 'day' }, next))
    day = next
    items.push(bubbleNode(bubble, actions))
  }
  if (chat.isTyping)
    items.push(el('li', { class: 'bubble typing', 'data-testid': 'typing', 'aria-label': 'typing' }, el('i'), el('i'), el('i')))
  list.replaceChildren(...items)
  if (isAtEnd) scrollToEnd()
  page.renderedFor = chat.wa
}

// An unchanged bubble keeps its node, and with it whatever the person has expanded in it.
function bubbleNode(bubble, actions) {
  const previous = page.rendered.get(bubble.wamid)
  if (previous?.look === appearanceKey(bubble)) return previous.node
  const node = renderBubble(bubble, actions)
  page.rendered.set(bubble.wamid, { look: appearanceKey(bubble), node })
  return node
}

function scrollToEnd() {
  page.isAtEnd = true
  byId('chat').scrollTop = byId('chat').scrollHeight
  page.ownTop = byId('chat').scrollTop
}

function trackScroll() {
  const list = byId('chat')
  // The event of our own scrolling arrives late, when a picture may already have made the chat longer.
  if (list.scrollTop === page.ownTop) return
  page.isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80
}

async function send(message) {
  closeSheet()
  const error = await submit(`phones/${page.chosen}/messages`, message)
  if (error) onError(error)
}

function onSent() {
  page.draftFor = null
  scrollToEnd()
}

function onError(error) {
  showBanner(page.chat?.offline ? 'Not sent: this phone is offline.' : error)
}

async function addPhone(event) {
  event.preventDefault()
  const form = event.currentTarget
  const wa = form.elements.wa.value.replace(/\D/g, '')
  const error = await submit('phones', { wa, name: form.elements.name.value })
  byId('add-wrong').textContent = error ?? ''
  byId('add-wrong').hidden = error === null
  if (error) return
  form.reset()
  byId('add-box').open = false
  choose(wa)
}

function choose(wa) {
  if (wa === '' || wa === page.chosen) return
  page.chosen = wa
  history.replaceState(null, '', `#${wa}`)
  closeSheet()
  void refresh()
}

function showTime() {
  byId('time').textContent = timeOf(now())
  const hours = Math.round(page.offsetMs / 3_600_000)
  byId('fact-clock').textContent =
    `${dayOf(now(), Date.now()) === 'Today' ? 'Today' : dayOf(now(), Date.now())}, ${timeOf(now())}${hours > 0 ? ` (moved\u00a0by\u00a0${hours}\u00a0h)` : ''}`
}

function now() {
  return Date.now() + page.offsetMs
}
