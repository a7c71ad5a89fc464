// The building blocks of a guide: paragraphs, lists, notes, pictures, collapsible parts.
import { ChevronDown, Lightbulb } from 'lucide-react'
import { Note } from '../ui/feedback/Note.tsx'
import type { GuideBlock } from './guide.ts'
import { MarkedText } from './MarkedText.tsx'
import sizes from './pictures.json'

export function GuideBlocks({ blocks }: { blocks: readonly GuideBlock[] }) {
  return blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a guide's blocks never change order
    <GuideBlockView key={index} {...block} />
  ))
}

function GuideBlockView({ p, list, steps, note, warn, picture, alt = '', fold }: GuideBlock) {
  if (p)
    return (
      <p>
        <MarkedText text={p} />
      </p>
    )
  if (list) return <ul>{items(list)}</ul>
  if (steps) return <ol>{items(steps)}</ol>
  if (note || warn)
    return (
      <Note kind={warn ? 'warn' : 'info'} {...(note && { icon: Lightbulb })}>
        <MarkedText text={note ?? warn ?? ''} />
      </Note>
    )
  if (picture) return <Picture name={picture} alt={alt} />
  return fold && <CollapsiblePart {...fold} />
}

const items = (texts: readonly string[]) =>
  texts.map(text => (
    <li key={text}>
      <MarkedText text={text} />
    </li>
  ))

function CollapsiblePart({ id, title, blocks }: NonNullable<GuideBlock['fold']>) {
  return (
    <details id={id} className="fold group">
      <summary>
        <h3>{title}</h3>
        <ChevronDown size={18} aria-hidden className="group-open:rotate-180" />
      </summary>
      <div className="fold-body">
        <GuideBlocks blocks={blocks} />
      </div>
    </details>
  )
}

const pictureSizes: Record<string, number[]> = sizes
const phoneScreens = '(max-width: 720px)'

/** Lazy loading also keeps the browser from loading the hidden theme. */
function Picture({ name, alt }: { name: string; alt: string }) {
  const [width, height] = pictureSizes[name] ?? []
  if (!width) return null
  const narrow = pictureSizes[`${name}-narrow`]
  return (
    <div className="shot">
      {(['light', 'dark'] as const).map(theme => (
        <picture key={theme} className={theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
          {narrow && <source media={phoneScreens} srcSet={`/help/${name}-narrow-${theme}.avif`} width={narrow[0]} height={narrow[1]} />}
          <img
            src={`/help/${name}-${theme}.avif`}
            alt={alt}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            className="shot-picture"
          />
        </picture>
      ))}
    </div>
  )
}
