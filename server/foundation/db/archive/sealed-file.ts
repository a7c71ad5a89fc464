// Seals a backup with a key of its own, which only the master key opens: frames in order, so that none can be changed, moved or left out.
import { newKey, randomToken, type SealKey, seal, unseal } from '../../seal.ts'

/** The first line: what follows is the sealed key in base64, then frames, each after its length in four bytes. */
const magic = 'mailferry-backup sealed 1'
const frameBytes = 1024 * 1024
const lengthBytes = 4
/** Longer than any frame that we write, sealed. */
const maxFrameBytes = frameBytes + 1024
const maxHeaderBytes = 1024

const keyContext = (id: string) => ({ userId: 'backup', row: id, column: 'key' })
/** The last frame is marked, because a file that ends too early must not look whole. */
const frameContext = (id: string, n: number, isLast: boolean) => ({ userId: 'backup', row: id, column: `${n}${isLast ? ' last' : ''}` })

export async function* sealFrames(master: SealKey, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const [id, key] = [randomToken(16), newKey()]
  yield Buffer.from(`${magic} ${id} ${seal(master, key, keyContext(id)).toString('base64')}\n`)
  let n = 0
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    for (; waiting.length > frameBytes; waiting = waiting.subarray(frameBytes))
      yield frame(seal(key, waiting.subarray(0, frameBytes), frameContext(id, n++, false)))
  }
  yield frame(seal(key, waiting, frameContext(id, n, true)))
}

function frame(sealed: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(sealed.length)
  return Buffer.concat([length, sealed])
}

/** Why a file is not a whole backup that this master key made. */
export class SealBroken extends Error {}

/** Throws SealBroken at the first frame that is not as it was sealed. */
export async function* openFrames(master: SealKey, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0)
  let opened: { id: string; key: SealKey } | null = null
  let n = 0
  let isOver = false
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    if (!opened) {
      const end = waiting.indexOf(10)
      if (end === -1 && waiting.length <= maxHeaderBytes) continue
      opened = openKey(master, waiting.subarray(0, Math.max(end, 0)).toString('latin1'))
      waiting = waiting.subarray(end + 1)
    }
    for (let sealed = takeFrame(waiting); sealed; sealed = takeFrame(waiting)) {
      if (isOver) throw new SealBroken('something follows its end')
      waiting = waiting.subarray(lengthBytes + sealed.length)
      const { plain, isLast } = openFrame(opened, n++, sealed)
      isOver = isLast
      yield plain
    }
  }
  if (!opened) throw new SealBroken(waiting.length === 0 ? 'it is empty' : 'it isn’t a sealed backup')
  if (!isOver || waiting.length > 0) throw new SealBroken('its end is missing')
}

function openKey(master: SealKey, line: string): { id: string; key: SealKey } {
  const [, id = '', sealed = ''] = new RegExp(`^${magic} ([\\w-]+) ([\\w+/=]+)$`).exec(line) ?? []
  if (id === '') throw new SealBroken('it isn’t a sealed backup')
  try {
    return { id, key: unseal(master, Buffer.from(sealed, 'base64'), keyContext(id)) }
  } catch {
    throw new SealBroken('this master key can’t decrypt it: set MASTER_KEY_FILE to the one it was made with')
  }
}

/** Null until all of the next frame is there. */
function takeFrame(waiting: Buffer): Buffer | null {
  if (waiting.length < lengthBytes) return null
  const length = waiting.readUInt32BE()
  if (length > maxFrameBytes) throw new SealBroken('a frame is too long')
  return waiting.length < lengthBytes + length ? null : waiting.subarray(lengthBytes, lengthBytes + length)
}

function openFrame({ id, key }: { id: string; key: SealKey }, n: number, sealed: Buffer): { plain: Buffer; isLast: boolean } {
  for (const isLast of [false, true])
    try {
      return { plain: unseal(key, sealed, frameContext(id, n, isLast)), isLast }
    } catch {
      // It is the last one, or it was changed.
    }
  throw new SealBroken('a part of it was changed, moved or left out')
}
