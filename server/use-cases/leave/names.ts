// Names files in an export so that every system can unpack them and none appears twice.

/** The most bytes of one folder or file name in UTF-8: systems allow 255, and a number may be prefixed. */
const maxBytes = 200
const maxExtension = 20

/** Returns the path for the file `name` in `folder`; a path that was used before gets a number as prefix. */
export function uniqueNamer(): (folder: string, name: string) => string {
  const used = new Set<string>()
  // Some systems ignore case and Unicode normalization in file names.
  const isNew = (path: string): boolean => {
    const before = used.size
    return used.add(path.normalize('NFC').toLowerCase()).size > before
  }
  return (folder, name) => {
    const folders = name.split('/').filter(Boolean).map(sanitize)
    const last = folders.pop() ?? '_'
    const inFolder = (file: string) => [folder, ...folders, file].join('/')
    let path = inFolder(last)
    for (let n = 2; !isNew(path); n++) path = inFolder(`${n}-${last}`)
    return path
  }
}

/** Senders choose these names: prevents path traversal, forbidden characters and endings, and names that are too long. */
function sanitize(part: string): string {
  const cleaned = part.replace(/[\p{Cc}\\:*?"<>|]/gu, '_').replace(/[. ]+$/, '_')
  const extension = /[^.](\.[^. ]+)$/.exec(cleaned)?.[1] ?? ''
  const shortExtension = extension.length <= maxExtension ? extension : ''
  return (
    cut(cleaned.slice(0, cleaned.length - shortExtension.length), maxBytes - Buffer.byteLength(shortExtension)).replace(/[. ]+$/, '_') +
    shortExtension
  )
}

/** Never cuts in the middle of a character. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    end += character.length
  }
  return text.slice(0, end)
}
