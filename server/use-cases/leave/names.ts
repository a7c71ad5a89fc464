// Names files in an export so that every system can unpack them and none appears twice.

/** Of one folder or file, as UTF-8: systems take 255, and a number may come before it. */
const mostBytes = 200
const mostExtension = 20

/** Gives the name under which the file `name` of `folder` is kept; one that was given before has a number before it. */
export function openNames(): (folder: string, name: string) => string {
  const given = new Set<string>()
  // Some systems tell neither capitals nor the ways to write one letter apart.
  const isNew = (path: string): boolean => {
    const before = given.size
    return given.add(path.normalize('NFC').toLowerCase()).size > before
  }
  return (folder, name) => {
    const deps = name.split('/').filter(Boolean).map(plainOf)
    const last = deps.pop() ?? '_'
    const inFolder = (file: string) => [folder, ...deps, file].join('/')
    let path = inFolder(last)
    for (let n = 2; !isNew(path); n++) path = inFolder(`${n}-${last}`)
    return path
  }
}

/** Senders name their files: no way out of the folder, no sign and no end that a system refuses, and not too long. */
function plainOf(part: string): string {
  const plain = part.replace(/[\p{Cc}\\:*?"<>|]/gu, '_').replace(/[. ]+$/, '_')
  const extension = /[^.](\.[^. ]+)$/.exec(plain)?.[1] ?? ''
  const kept = extension.length <= mostExtension ? extension : ''
  return cut(plain.slice(0, plain.length - kept.length), mostBytes - Buffer.byteLength(kept)).replace(/[. ]+$/, '_') + kept
}

/** Never in the middle of a letter. */
function cut(text: string, most: number): string {
  let bytes = 0
  let end = 0
  for (const letter of text) {
    bytes += Buffer.byteLength(letter)
    if (bytes > most) break
    end += letter.length
  }
  return text.slice(0, end)
}
