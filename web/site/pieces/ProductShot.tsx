// A screenshot of the product in the reader's theme, in a frame.
import sizes from './product-shots.json'

const phoneScreens = '(max-width: 720px)'
export type ShotName = 'dashboard' | 'editor' | 'timeline'
const sizeOf: Record<string, number[]> = sizes

/** Lazy loading also keeps the browser from loading the hidden theme. */
export function ProductShot({ name, alt }: { name: ShotName; alt: string }) {
  const [width, height] = sizeOf[name] ?? []
  const narrow = sizeOf[`${name}-narrow`]
  return (['light', 'dark'] as const).map(theme => (
    <picture key={theme} className={theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
      {narrow && <source media={phoneScreens} srcSet={`/product/${name}-narrow-${theme}.avif`} width={narrow[0]} height={narrow[1]} />}
      <img
        src={`/product/${name}-${theme}.avif`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-hull-lg shadow-[inset_0_0_0_1px_var(--line),var(--shadow-2)]"
      />
    </picture>
  ))
}
