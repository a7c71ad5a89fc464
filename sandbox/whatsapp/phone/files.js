// Renders the files of a message: pictures, videos, audio, documents to download, and locations.
import { el, icon } from './dom.js'

const kinds = ['image', 'video', 'audio', 'document', 'sticker']
const units = ['B', 'kB', 'MB']

/** The files of a bubble or of its header. */
export function renderFiles(bubble) {
  const { content, type } = bubble
  if (kinds.includes(type)) return [renderFile(type, content, bubble)]
  if (content.shown?.header?.kind === 'media') return [renderFile(content.shown.header.type, content.shown.header.media, bubble)]
  if (kinds.includes(content.header?.type)) return [renderFile(content.header.type, content.header[content.header.type], bubble)]
  if (type === 'location') return [renderLocation(content)]
  return []
}

function renderFile(type, media, bubble) {
  const file = bubble.files[media.id]
  // A linked file is on another server, and this page loads nothing from other servers.
  if (!file) return documentRow(media, media.link ?? null, { mime: type, filename: media.filename ?? media.link ?? type })
  const source = `./api/files/${media.id}`
  if (type === 'document') return documentRow(media, source, file)
  if (type === 'audio') return el('audio', { controls: true, preload: 'metadata', src: source, 'data-testid': 'audio' })
  if (type === 'video') return el('video', { controls: true, preload: 'metadata', src: source, 'data-testid': 'video' })
  const picture = el('img', { src: source, alt: media.caption ?? 'Picture', class: type, 'data-testid': type })
  const link = el('a', { href: source, download: file.filename ?? 'picture', class: 'picture' }, picture)
  picture.addEventListener('error', () => link.replaceWith(documentRow(media, source, file)))
  return link
}

function documentRow(media, href, { mime, filename, sizeBytes }) {
  const name = media.filename ?? filename ?? 'File'
  const extension = /\.(\w{1,5})$/.exec(name)?.[1] ?? mime.split('/').at(-1)
  const details = [sizeBytes === undefined ? '' : formatSize(sizeBytes), extension.toUpperCase()].filter(Boolean).join(' · ')
  return el(
    href ? 'a' : 'div',
    { class: 'doc', href, download: name, 'data-testid': 'document' },
    icon('file'),
    el('span', {}, el('b', {}, name), el('small', {}, details)),
    href && icon('download', 'Download'),
  )
}

function renderLocation({ latitude, longitude, name, address }) {
  const coordinates = `${latitude}, ${longitude}`
  return el('div', { class: 'doc' }, icon('pin'), el('span', {}, el('b', {}, name ?? 'Location'), el('small', {}, address ?? coordinates)))
}

function formatSize(bytes) {
  const unit = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return `${(bytes / 1000 ** unit).toFixed(unit === 2 ? 1 : 0)} ${units[unit]}`
}
