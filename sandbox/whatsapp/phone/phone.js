// The phone page: keeps what the sandbox says on screen and carries what the person does.
import { act, listen, read } from './api.js'
import { drawBubble, lookOf } from './bubble.js'
import { el, icon, mark } from './dom.js'
import { fitDraft, hideHint, takeDraft } from './draft.js'
import { dayOf, numberOf, person, timeOf } from './people.js'
import { closeSheet, openSheet } from './sheet.js'

const at = id => document.getElementById(id)
const page = {
  chosen: location.hash.slice(1),
  overview: null,
  chat: null,
  drawn: new Map(),
  draftFor: null,
  offsetMs: 0,
  asking: false,
  again: false,
}

start()

function start() {
  at('home').hidden = !location.pathname.startsWith('/sandbox/')
  at('business-face').append(mark())
  at('send').append(icon('send'))
  at('hour').append(icon('clock'), 'Clock +1 h')
  at('day').append(icon('clock'), 'Clock +24 h')
  Object.assign(page, takeDraft(page.chosen))
  bindDeeds()
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
  if (chat.unread > 0 && !chat.offline && document.visibilityState === 'visible') void act(`phones/${chat.wa}/read`)
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
  drawFacts(chat)
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

function drawFacts(chat) {
  at('facts-title').textContent = chat.name
  at('fact-number').textContent = numberOf(chat.wa)
  const open = chat.windowEndsAt !== null && chat.windowEndsAt > now()
  const until = open ? `${dayOf(chat.windowEndsAt, now()) === 'Today' ? 'today' : 'tomorrow'}, ${timeOf(chat.windowEndsAt)}` : ''
  at('fact-window').textContent = open
    ? `Open until ${until}`
    : chat.windowEndsAt === null
      ? 'Not open: nothing was written from here yet'
      : 'Closed: more than 24 hours since the last message from here'
  at('block').replaceChildren(icon('block'), chat.blocked ? 'Unblock' : 'Block')
  at('offline').replaceChildren(icon(chat.offline ? 'wifi' : 'plane'), chat.offline ? 'Go online' : 'Go offline')
}

function drawChat(chat) {
  const list = at('chat')
  const isAtEnd = page.drawnFor !== chat.wa || list.scrollHeight - list.scrollTop - list.clientHeight < 80
  if (page.drawnFor !== chat.wa) page.drawn = new Map()
  const acts = {
    business: page.overview.business.name,
    quoteOf: wamid => chat.bubbles.find(one => one.wamid === wamid),
    tap,
    openList: bubble => openSheet(bubble, id => tap(bubble.wamid, id)),
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
  if (isAtEnd) list.scrollTop = list.scrollHeight
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

function bindDeeds() {
  const deed = (id, path, body) => at(id).addEventListener('click', () => void act(path(), body?.()))
  deed('block', () => `phones/${page.chosen}/${page.chat?.blocked ? 'unblock' : 'block'}`)
  deed('shut-unblock', () => `phones/${page.chosen}/unblock`)
  deed('offline', () => `phones/${page.chosen}/${page.chat?.offline ? 'online' : 'offline'}`)
  deed(
    'hour',
    () => 'clock',
    () => ({ advance: '1h' }),
  )
  deed(
    'day',
    () => 'clock',
    () => ({ advance: '24h' }),
  )
  at('composer').addEventListener('submit', event => void sendDraft(event))
  at('draft').addEventListener('input', fitDraft)
  at('draft').addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) void sendDraft(event)
  })
  at('add').addEventListener('submit', event => void addPhone(event))
  addEventListener('keydown', event => event.key === 'Escape' && closeSheet())
}

async function sendDraft(event) {
  event.preventDefault()
  const text = at('draft').value.trim()
  if (text === '') return
  const wrong = await act(`phones/${page.chosen}/messages`, { text })
  if (wrong) return showBanner(page.chat?.offline ? 'Not sent: this phone is offline.' : wrong)
  at('draft').value = ''
  hideHint()
  page.draftFor = null
  fitDraft()
  at('chat').scrollTop = at('chat').scrollHeight
}

async function tap(wamid, id) {
  closeSheet()
  const wrong = await act(`phones/${page.chosen}/messages`, { tap: { wamid, id } })
  if (wrong) showBanner(page.chat?.offline ? 'Not sent: this phone is offline.' : wrong)
}

async function addPhone(event) {
  event.preventDefault()
  const form = event.currentTarget
  const wa = form.elements.wa.value.replace(/\D/g, '')
  const wrong = await act('phones', { wa, name: form.elements.name.value })
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
