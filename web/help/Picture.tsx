// A picture of the product, by day and by night; `npm run pictures` takes them.
import { cx } from '../ui/cx.ts'
import sizes from './pictures.json'

const known: Record<string, number[]> = sizes

/** Wider than this, a picture is not shrunk to a phone until nobody can read it: it is looked at by and by. */
const widestShrunkPx = 640

/** What is hidden is not fetched, as long as it is lazy. */
export function Picture({ name, alt }: { name: string; alt: string }) {
  const [width, height] = known[name] ?? []
  if (!width) return null
  const scrolls = width > widestShrunkPx && { role: 'region', tabIndex: 0, 'aria-label': alt }
  return (
    <div className={cx('shot', scrolls && 'shot-wide')} {...scrolls}>
      {(['light', 'dark'] as const).map(theme => (
        <img
          key={theme}
          src={`/help/${name}-${theme}.avif`}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className={cx('shot-picture', theme === 'light' ? 'dark:hidden' : 'hidden dark:block')}
        />
      ))}
    </div>
  )
}
