// Draws the files of a message: pictures, films, voices, documents to download, and places.
import { el, icon } from './dom.js'

const kinds = ['image', 'video', 'audio', 'document', 'sticker']
const units = ['B', 'kB', 'MB']

/** The files of a bubble: its own, or its header's. */
export function drawFiles(bubble) {
  const { content, type } = bubble
  if (kinds.includes(type)) return [drawFile(type, content, bubble)]
  if (content.shown?.header?.kind === 'media') return [drawFile(content.shown.header.type, content.shown.header.media, bubble)]
  if (kinds.includes(content.header?.type)) return [drawFile(content.header.type, content.header[content.header.type], bubble)]
  if (type === 'location') return [place(content)]
  return []
}

function drawFile(type, media, bubble) {
  const known = bubble.files[media.id]
  // What is only linked lies elsewhere, and this page loads nothing from elsewhere.
  if (!known) return documentRow(media, media.link ?? null, { mime: type, filename: media.filename ?? media.link ?? type })
  const source = `./api/files/${media.id}`
  if (type === 'document') return documentRow(media, source, known)
  if (type === 'audio') return el('audio', { controls: true, preload: 'metadata', src: source, 'data-testid': 'audio' })
  if (type === 'video') return el('video', { controls: true, preload: 'metadata', src: source, 'data-testid': 'video' })
  const picture = el('img', { src: source, alt: media.caption ?? 'Picture', class: type, 'data-testid': type })
  const link = el('a', { href: source, download: known.filename ?? 'picture', class: 'picture' }, picture)
  picture.addEventListener('error', () => link.replaceWith(documentRow(media, source, known)))
  return link
}

function documentRow(media, href, { mime, filename, sizeBytes }) {
  const name = media.filename ?? filename ?? 'File'
  const ending = /\.(\w{1,5})$/.exec(name)?.[1] ?? mime.split('/').at(-1)
  const facts = [sizeBytes === undefined ? '' : sizeOf(sizeBytes), ending.toUpperCase()].filter(Boolean).join(' · ')
  return el(
    href ? 'a' : 'div',
    { class: 'doc', href, download: name, 'data-testid': 'document' },
    icon('file'),
    el('span', {}, el('b', {}, name), el('small', {}, facts)),
    href && icon('download', 'Download'),
  )
}

function place({ latitude, longitude, name, address }) {
  const where = `${latitude}, ${longitude}`
  return el('div', { class: 'doc' }, icon('pin'), el('span', {}, el('b', {}, name ?? 'Location'), el('small', {}, address ?? where)))
}

function sizeOf(bytes) {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return `${(bytes / 1000 ** step).toFixed(step === 2 ? 1 : 0)} ${units[step]}`
}
