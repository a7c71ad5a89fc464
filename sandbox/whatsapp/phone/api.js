// The page's calls: relative addresses, so that any prefix works.

export async function read(path) {
  const answer = await fetch(`./api/${path}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

/** Gives null when it worked, else what to tell the person. */
export function submit(path, body) {
  if (body === undefined) return post(path, {})
  return post(path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** Sends a file as it is; `replyTo` is the message that it answers, or null. */
export function sendFile(path, file, caption, replyTo) {
  const query = new URLSearchParams({ filename: file.name, ...(caption === '' ? {} : { caption }), ...(replyTo ? { replyTo } : {}) })
  return post(`${path}?${query}`, { headers: { 'content-type': file.type || 'application/octet-stream' }, body: file })
}

/** Calls `changed` whenever something happened, and once when the line was down and is back. */
export function listen(changed) {
  const source = new EventSource('./api/events')
  source.addEventListener('change', changed)
  source.addEventListener('open', changed)
}

async function post(path, options) {
  const answer = await fetch(`./api/${path}`, { method: 'POST', ...options }).catch(() => null)
  if (answer?.ok) return null
  if (answer?.status === 413) return 'This file is too large for the sandbox.'
  const told = await answer?.json().catch(() => null)
  return told?.message ?? 'The sandbox does not answer. Try again.'
}
