// A picture of the product, by day and by night, and one from a phone's screen where a wide one could not be read there; `npm run pictures` takes them.
import sizes from './pictures.json'

const known: Record<string, number[]> = sizes
const phones = '(max-width: 720px)'

/** What is hidden is not fetched, as long as it is lazy. */
export function Picture({ name, alt }: { name: string; alt: string }) {
  const [width, height] = known[name] ?? []
  if (!width) return null
  const narrow = known[`${name}-narrow`]
  return (
    <div className="shot">
      {(['light', 'dark'] as const).map(theme => (
        <picture key={theme} className={theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
          {narrow && <source media={phones} srcSet={`/help/${name}-narrow-${theme}.avif`} width={narrow[0]} height={narrow[1]} />}
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
