// The sandboxed frame that shows an email's HTML at full height, measured first in a hidden copy.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../words/words.tsx'
import type { Cleaned } from './clean-html.ts'
import { frameDocument, measuring, sandbox } from './frame-document.ts'

interface Size {
  height: number
  zoom: number
}

/** A longer mail scrolls in its frame. */
const mostHeight = 20_000
const leastZoom = 0.45
const firstHeight = 480

export function MailFrame({ cleaned }: { cleaned: Cleaned }) {
  const t = useWords('whole')
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const [size, setSize] = useState<Size | null>(null)
  const measured = useMemo(() => frameDocument(cleaned), [cleaned])
  const shown = useMemo(() => frameDocument(cleaned, size?.zoom), [cleaned, size?.zoom])
  const measure = useCallback((frame: HTMLIFrameElement) => setSize(sizeOf(frame)), [])
  return (
    <div ref={place} className="relative overflow-hidden bg-white">
      {width > 0 && (
        <iframe
          key={width}
          aria-hidden
          tabIndex={-1}
          title={t('frame')}
          sandbox={measuring}
          referrerPolicy="no-referrer"
          srcDoc={measured}
          className="pointer-events-none invisible absolute start-0 top-0 border-0"
          style={{ width, height: firstHeight }}
          onLoad={event => measure(event.currentTarget)}
        />
      )}
      <iframe
        title={t('frame')}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        srcDoc={shown}
        className="block w-full border-0"
        style={{ height: size?.height ?? firstHeight, colorScheme: 'light' }}
      />
    </div>
  )
}

function sizeOf(frame: HTMLIFrameElement): Size {
  const root = frame.contentDocument?.documentElement
  const body = frame.contentDocument?.body
  if (!root || !body) return { height: firstHeight, zoom: 1 }
  const wide = Math.max(root.scrollWidth, body.scrollWidth)
  const zoom = wide > frame.clientWidth + 1 ? Math.max(leastZoom, frame.clientWidth / wide) : 1
  // At a smaller scale its lines break differently.
  if (zoom < 1) root.style.setProperty('zoom', String(zoom))
  const tall = zoom < 1 ? body.getBoundingClientRect().height : Math.max(body.scrollHeight, body.offsetHeight)
  return { height: Math.min(mostHeight, Math.ceil(tall) + 2), zoom }
}

function useWidth(place: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    if (place.current) watch.observe(place.current)
    return () => watch.disconnect()
  }, [place])
  return width
}
