// The page's API calls, with relative URLs so that they work behind any prefix.

export async function read(path) {
  const response = await fetch(`./api/${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Returns null on success, otherwise the error message to show. */
export function submit(path, body) {
  if (body === undefined) return post(path, {})
  return post(path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** Sends a file unchanged; `replyTo` is the message that it replies to, or null. */
export function sendFile(path, file, caption, replyTo) {
  const query = new URLSearchParams({ filename: file.name, ...(caption === '' ? {} : { caption }), ...(replyTo ? { replyTo } : {}) })
  return post(`${path}?${query}`, { headers: { 'content-type': file.type || 'application/octet-stream' }, body: file })
}

/** Calls `onChange` on every change, and once after the connection was lost and restored. */
export function listen(onChange) {
  const source = new EventSource('./api/events')
  source.addEventListener('change', onChange)
  source.addEventListener('open', onChange)
}

async function post(path, options) {
  const response = await fetch(`./api/${path}`, { method: 'POST', ...options }).catch(() => null)
  if (response?.ok) return null
  if (response?.status === 413) return 'This file is too large for the sandbox.'
  const error = await response?.json().catch(() => null)
  return error?.message ?? 'The sandbox does not answer. Try again.'
}
