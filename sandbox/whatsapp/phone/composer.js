// The composer: words, a quoted message, a file; a draft that a wa.me link brought waits here until the person sends it.
import { sendFile, submit } from './api.js'
import { firstLine } from './bubble.js'
import { icon } from './dom.js'

const at = id => document.getElementById(id)
const draft = at('draft')
const tallestPx = 132
const state = { replyTo: null }

/** `to()` is the phone's path, `sent()` is called when something went, `failed(words)` when it did not. */
export function startComposer({ to, sent, failed }) {
  at('send').append(icon('send'))
  at('attach').append(icon('clip'))
  at('quote-close').append(icon('close'))
  at('composer').addEventListener('submit', event => {
    event.preventDefault()
    void sendDraft({ to, sent, failed })
  })
  draft.addEventListener('input', fitDraft)
  draft.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    void sendDraft({ to, sent, failed })
  })
  at('attach').addEventListener('click', () => at('file').click())
  at('file').addEventListener('change', () => void sendChosen({ to, sent, failed }))
  at('quote-close').addEventListener('click', () => quote(null))
}

/** Takes what the address brought; gives whom it is for and the phone that is to send it. */
export function takeDraft(chosen) {
  const query = new URLSearchParams(location.search)
  if (!query.has('text') && !query.has('number')) return { chosen, draftFor: null }
  const sender = query.get('phone') ?? chosen
  history.replaceState(null, '', `${location.pathname}${sender ? `#${sender}` : ''}`)
  draft.value = query.get('text') ?? ''
  at('hint').textContent = 'This text came with a link. Nothing is sent until you press Send.'
  at('hint').hidden = false
  draft.focus()
  fitDraft()
  return { chosen: sender, draftFor: query.get('number') }
}

/** The message that the next words answer; null takes it away. */
export function quote(bubble, author = '') {
  state.replyTo = bubble?.wamid ?? null
  at('quote').hidden = bubble === null
  at('quote-who').textContent = author
  at('quote-text').textContent = bubble ? firstLine(bubble) : ''
  if (bubble) draft.focus()
}

async function sendDraft({ to, sent, failed }) {
  const text = draft.value.trim()
  if (text === '') return
  const wrong = await submit(`${to()}/messages`, { text, ...(state.replyTo ? { replyTo: state.replyTo } : {}) })
  if (wrong) failed(wrong)
  else {
    clear()
    sent()
  }
}

async function sendChosen({ to, sent, failed }) {
  const [file] = at('file').files
  if (!file) return
  const wrong = await sendFile(`${to()}/files`, file, draft.value.trim(), state.replyTo)
  at('file').value = ''
  if (wrong) failed(wrong)
  else {
    clear()
    sent()
  }
}

function clear() {
  draft.value = ''
  at('hint').hidden = true
  quote(null)
  fitDraft()
}

function fitDraft() {
  draft.style.height = 'auto'
  draft.style.height = `${Math.min(draft.scrollHeight, tallestPx)}px`
}
