// Renders the public pages that depend on what this server sells: at start, and again when its plans have changed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod/mini'
import { systemClock } from '../clock.ts'
import type { Log } from '../log.ts'

export interface SoldPagesDeps {
  /** Where the build leaves the pages' renderer and their frames: dist/ssr. */
  folder: string
  /** What is sold now, as the pages embed it. */
  readOffer(): Promise<object>
  /** How soon a host notices that the offer has changed. */
  refreshMs: number
  log: Pick<Log, 'warn' | 'error'>
}

/** The HTML of each page by its path, and the element that carries the same offer for the browser. */
export interface RenderedOffer {
  pages: Map<string, string>
  dataElement: string
}

const Frames = z.array(z.object({ path: z.string(), frame: z.string(), head: z.string(), body: z.string() }))
const Contents = z.array(z.object({ path: z.string(), head: z.string(), body: z.string() }))
type Content = z.infer<typeof Contents>[number]

/** web/prerender.tsx, as built. */
const Renderer = z.object({ soldDocuments: z.custom<(offer: object) => Promise<unknown>>(value => typeof value === 'function') })

/**
 * Calls `show` at once and after every change, on each host within `refreshMs`. Pages that can't be rendered stay as they are; at first
 * those of the build are shown, which name no price.
 */
export async function followOffer(deps: SoldPagesDeps, show: (rendered: RenderedOffer) => void): Promise<{ stop(): Promise<void> }> {
  const file = join(deps.folder, 'sold-pages.json')
  if (!existsSync(file)) {
    deps.log.error({ file }, 'The pages for a server that sells plans are not built. Build and start with: npm start')
    return { stop: async () => undefined }
  }
  const frames = Frames.parse(JSON.parse(readFileSync(file, 'utf8')))
  let shown = ''
  const refresh = async () => {
    try {
      const offer = await deps.readOffer()
      const text = JSON.stringify(offer)
      if (text === shown) return
      const contents = await render(deps.folder, offer)
      show(fillFrames(frames, contents, offer))
      shown = text
    } catch (error) {
      deps.log.warn({ err: error }, 'The pages that show plans were not rendered again; they stay as they are')
    }
  }
  await refresh()
  if (shown === '') show(fillFrames(frames, frames, { provider: null, items: [] }))
  return systemClock.every(deps.refreshMs, refresh)
}

async function render(folder: string, offer: object): Promise<Content[]> {
  const { soldDocuments } = Renderer.parse(await import(pathToFileURL(join(folder, 'prerender.js')).href))
  return Contents.parse(await soldDocuments(offer))
}

function fillFrames(frames: z.infer<typeof Frames>, contents: Content[], offer: object): RenderedOffer {
  const frameOf = new Map(frames.map(({ path, frame }) => [path, frame]))
  const dataElement = `<script type="application/json" id="offer">${JSON.stringify(offer).replaceAll('<', String.raw`\u003c`)}</script>`
  const pages = contents.flatMap(({ path, head, body }) => {
    const frame = frameOf.get(path)
    return frame ? [[path, frame.replace('<!--head-->', () => head).replace('<!--app-->', () => body)] as const] : []
  })
  return { pages: new Map(pages), dataElement }
}
