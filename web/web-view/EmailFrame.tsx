// The sandboxed frame that shows an email's HTML at full height, measured first in a hidden copy.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../words/words.tsx'
import type { CleanedEmail } from './clean-html.ts'
import { emailSandbox, frameDocument, measuringSandbox } from './frame-document.ts'

interface Size {
  height: number
  zoom: number
}

/** A longer email scrolls inside its frame. */
const maxHeight = 20_000
const minZoom = 0.45
const initialHeight = 480

export function EmailFrame({ email }: { email: CleanedEmail }) {
  const t = useWords('whole')
  const container = useRef<HTMLDivElement>(null)
  const width = useWidth(container)
  const [size, setSize] = useState<Size | null>(null)
  const measuredDocument = useMemo(() => frameDocument(email), [email])
  const visibleDocument = useMemo(() => frameDocument(email, size?.zoom), [email, size?.zoom])
  const measure = useCallback((frame: HTMLIFrameElement) => setSize(measureSize(frame)), [])
  return (
    <div ref={container} className="relative overflow-hidden bg-white">
      {width > 0 && (
        <iframe
          key={width}
          aria-hidden
          tabIndex={-1}
          title={t('frame')}
          sandbox={measuringSandbox}
          referrerPolicy="no-referrer"
          srcDoc={measuredDocument}
          className="pointer-events-none invisible absolute start-0 top-0 border-0"
          style={{ width, height: initialHeight }}
          onLoad={event => measure(event.currentTarget)}
        />
      )}
      <iframe
        title={t('frame')}
        sandbox={emailSandbox}
        referrerPolicy="no-referrer"
        srcDoc={visibleDocument}
        className="block w-full border-0"
        style={{ height: size?.height ?? initialHeight, colorScheme: 'light' }}
      />
    </div>
  )
}

function measureSize(frame: HTMLIFrameElement): Size {
  const root = frame.contentDocument?.documentElement
  const body = frame.contentDocument?.body
  if (!root || !body) return { height: initialHeight, zoom: 1 }
  const contentWidth = Math.max(root.scrollWidth, body.scrollWidth)
  const zoom = contentWidth > frame.clientWidth + 1 ? Math.max(minZoom, frame.clientWidth / contentWidth) : 1
  // At a smaller scale lines break differently, so the height is measured again.
  if (zoom < 1) root.style.setProperty('zoom', String(zoom))
  const contentHeight = zoom < 1 ? body.getBoundingClientRect().height : Math.max(body.scrollHeight, body.offsetHeight)
  return { height: Math.min(maxHeight, Math.ceil(contentHeight) + 2), zoom }
}

function useWidth(container: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    if (container.current) observer.observe(container.current)
    return () => observer.disconnect()
  }, [container])
  return width
}
