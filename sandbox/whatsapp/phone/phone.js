// The phone page: keeps what the sandbox says on screen and carries what the person does.
import { listen, read, submit } from './api.js'
import { drawBubble, lookOf } from './bubble.js'
import { quote, startComposer, takeDraft } from './composer.js'
import { drawControls, startControls } from './controls.js'
import { el, icon, mark } from './dom.js'
import { dayOf, numberOf, person, timeOf } from './people.js'
import { closeSheet, openActions, openSheet } from './sheet.js'

const at = id => document.getElementById(id)
const page = {
  chosen: location.hash.slice(1),
  overview: null,
  chat: null,
  drawn: new Map(),
  draftFor: null,
  offsetMs: 0,
  isAtEnd: true,
  asking: false,
  again: false,
}

start()

function start() {
  at('home').hidden = !location.pathname.startsWith('/sandbox/')
  at('business-face').append(mark())
  Object.assign(page, takeDraft(page.chosen))
  startComposer({ to: () => `phones/${page.chosen}`, sent, failed })
  startControls({ chat: () => page.chat, moved: choose, failed })
  at('add').addEventListener('submit', event => void addPhone(event))
  addEventListener('keydown', event => event.key === 'Escape' && closeSheet())
  // A picture that arrives late makes the chat longer.
  at('chat').addEventListener('load', () => page.isAtEnd && toEnd(), true)
  at('chat').addEventListener('scroll', noteEnd)
  listen(refresh)
  setInterval(showTime, 1000)
  addEventListener('hashchange', () => choose(location.hash.slice(1)))
  document.addEventListener('visibilitychange', () => void refresh())
}

async function refresh() {
  if (page.asking) {
    page.again = true
    return
  }
  page.asking = true
  await load().catch(() => showBanner('The sandbox does not answer. Trying again…'))
  page.asking = false
  if (page.again) {
    page.again = false
    void refresh()
  }
}

async function load() {
  page.overview = await read('phones')
  page.offsetMs = page.overview.clock.offsetMs
  const known = page.overview.phones.map(phone => phone.wa)
  // This answer may be older than the phone that was chosen meanwhile.
  if (page.again && !known.includes(page.chosen)) return
  if (!known.includes(page.chosen)) page.chosen = known[0] ?? ''
  if (page.chosen === '') return
  const chat = await read(`phones/${page.chosen}`)
  if (chat.wa !== page.chosen) return
  page.chat = chat
  draw()
  if (chat.unread > 0 && !chat.offline && document.visibilityState === 'visible') void submit(`phones/${chat.wa}/read`)
  clearTimeout(page.typingTimer)
  if (chat.isTyping) page.typingTimer = setTimeout(() => void refresh(), 3000)
}

function draw() {
  const { overview, chat } = page
  at('people').replaceChildren(...overview.phones.map(phone => person(phone, phone.wa === chat.wa, now(), choose)))
  at('business-name').textContent = overview.business.name
  at('business-line').textContent = chat.isTyping ? 'typing…' : `${numberOf(overview.business.number)} · sandbox`
  at('signal').replaceChildren(icon(chat.offline ? 'plane' : 'wifi'), icon('battery'))
  at('composer').hidden = chat.blocked
  at('shut').hidden = !chat.blocked
  showBanner(bannerText(chat, overview))
  drawFacts(chat, overview)
  drawControls(chat)
  drawChat(chat)
  showTime()
}

function bannerText(chat, overview) {
  const wrong = page.draftFor && page.draftFor !== overview.business.number.replace(/\D/g, '')
  if (wrong) return `${numberOf(page.draftFor)} is not on this sandbox. This chat is with ${overview.business.name}.`
  return chat.offline ? 'Waiting for network' : ''
}

function showBanner(text) {
  at('banner').textContent = text
  at('banner').hidden = text === ''
}

function drawFacts(chat, { billed }) {
  at('facts-title').textContent = chat.name
  at('fact-number').textContent = chat.username === null ? numberOf(chat.wa) : `${numberOf(chat.wa)}, hidden behind @${chat.username}`
  at('fact-id').textContent = chat.userId
  at('fact-window').textContent = windowText(chat.windowEndsAt)
  at('fact-bill').textContent = billText(billed)
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

function drawChat(chat) {
  const list = at('chat')
  const isAtEnd = page.drawnFor !== chat.wa || page.isAtEnd
  if (page.drawnFor !== chat.wa) {
    page.drawn = new Map()
    quote(null)
  }
  const acts = {
    business: page.overview.business.name,
    quoteOf: wamid => chat.bubbles.find(one => one.wamid === wamid),
    tap: (wamid, id) => say({ tap: { wamid, id } }),
    openList: bubble => openSheet(bubble, id => say({ tap: { wamid: bubble.wamid, id } })),
    openActions: bubble =>
      openActions(bubble, {
        react: emoji => say({ reaction: { wamid: bubble.wamid, emoji } }),
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
    items.push(bubbleNode(bubble, acts))
  }
  if (chat.isTyping)
    items.push(el('li', { class: 'bubble typing', 'data-testid': 'typing', 'aria-label': 'typing' }, el('i'), el('i'), el('i')))
  list.replaceChildren(...items)
  if (isAtEnd) toEnd()
  page.drawnFor = chat.wa
}

// A bubble that looks as before keeps its node, and with it what the person opened in it.
function bubbleNode(bubble, acts) {
  const known = page.drawn.get(bubble.wamid)
  if (known?.look === lookOf(bubble)) return known.node
  const node = drawBubble(bubble, acts)
  page.drawn.set(bubble.wamid, { look: lookOf(bubble), node })
  return node
}

function toEnd() {
  page.isAtEnd = true
  at('chat').scrollTop = at('chat').scrollHeight
  page.ownTop = at('chat').scrollTop
}

function noteEnd() {
  const list = at('chat')
  // The event of our own scrolling comes late, when a picture may have made the chat longer already.
  if (list.scrollTop === page.ownTop) return
  page.isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80
}

async function say(words) {
  closeSheet()
  const wrong = await submit(`phones/${page.chosen}/messages`, words)
  if (wrong) failed(wrong)
}

function sent() {
  page.draftFor = null
  toEnd()
}

function failed(wrong) {
  showBanner(page.chat?.offline ? 'Not sent: this phone is offline.' : wrong)
}

async function addPhone(event) {
  event.preventDefault()
  const form = event.currentTarget
  const wa = form.elements.wa.value.replace(/\D/g, '')
  const wrong = await submit('phones', { wa, name: form.elements.name.value })
  at('add-wrong').textContent = wrong ?? ''
  at('add-wrong').hidden = wrong === null
  if (wrong) return
  form.reset()
  at('add-box').open = false
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
  at('time').textContent = timeOf(now())
  const hours = Math.round(page.offsetMs / 3_600_000)
  at('fact-clock').textContent =
    `${dayOf(now(), Date.now()) === 'Today' ? 'Today' : dayOf(now(), Date.now())}, ${timeOf(now())}${hours > 0 ? ` (moved\u00a0by\u00a0${hours}\u00a0h)` : ''}`
}

function now() {
  return Date.now() + page.offsetMs
}
