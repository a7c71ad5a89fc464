// The composer: text, a quoted message, a file; a draft from a wa.me link waits here until the person sends it.
import { sendFile, submit } from './api.js'
import { firstLine } from './bubble.js'
import { icon } from './dom.js'

const byId = id => document.getElementById(id)
const draft = byId('draft')
const maxHeightPx = 132
const state = { replyTo: null }

/** `phonePath()` returns the phone's API path, `onSent()` is called after sending, `onError(message)` if it failed. */
export function startComposer({ phonePath, onSent, onError }) {
  byId('send').append(icon('send'))
  byId('attach').append(icon('clip'))
  byId('quote-close').append(icon('close'))
  byId('composer').addEventListener('submit', event => {
    event.preventDefault()
    void sendDraft({ phonePath, onSent, onError })
  })
  draft.addEventListener('input', fitDraft)
  draft.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    void sendDraft({ phonePath, onSent, onError })
  })
  byId('attach').addEventListener('click', () => byId('file').click())
  byId('file').addEventListener('change', () => void sendChosen({ phonePath, onSent, onError }))
  byId('quote-close').addEventListener('click', () => quote(null))
}

/** Loads the draft from the URL; returns the number it is for and the phone that is to send it. */
export function takeDraft(chosen) {
  const query = new URLSearchParams(location.search)
  if (!query.has('text') && !query.has('number')) return { chosen, draftFor: null }
  const sender = query.get('phone') ?? chosen
  history.replaceState(null, '', `${location.pathname}${sender ? `#${sender}` : ''}`)
  draft.value = query.get('text') ?? ''
  byId('hint').textContent = 'This text came with a link. Nothing is sent until you press Send.'
  byId('hint').hidden = false
  draft.focus()
  fitDraft()
  return { chosen: sender, draftFor: query.get('number') }
}

/** Sets the message that the next one replies to; null removes it. */
export function quote(bubble, author = '') {
  state.replyTo = bubble?.wamid ?? null
  byId('quote').hidden = bubble === null
  byId('quote-who').textContent = author
  byId('quote-text').textContent = bubble ? firstLine(bubble) : ''
  if (bubble) draft.focus()
}

async function sendDraft({ phonePath, onSent, onError }) {
  const text = draft.value.trim()
  if (text === '') return
  const error = await submit(`${phonePath()}/messages`, { text, ...(state.replyTo ? { replyTo: state.replyTo } : {}) })
  if (error) onError(error)
  else {
    reset()
    onSent()
  }
}

async function sendChosen({ phonePath, onSent, onError }) {
  const [file] = byId('file').files
  if (!file) return
  const error = await sendFile(`${phonePath()}/files`, file, draft.value.trim(), state.replyTo)
  byId('file').value = ''
  if (error) onError(error)
  else {
    reset()
    onSent()
  }
}

function reset() {
  draft.value = ''
  byId('hint').hidden = true
  quote(null)
  fitDraft()
}

function fitDraft() {
  draft.style.height = 'auto'
  draft.style.height = `${Math.min(draft.scrollHeight, maxHeightPx)}px`
}
