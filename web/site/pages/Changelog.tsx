// The page /changelog: CHANGELOG.md, newest first.
import changes from '../../../CHANGELOG.md?raw'
import { Rich } from '../../ui/Rich.tsx'
import { useWords } from '../../words.tsx'
import { band, column } from '../column.ts'
import { Opening } from '../Opening.tsx'

const sections = changes
  .split(/^## /m)
  .slice(1)
  .map(section => section.split('\n'))
  .map(([name = '', ...lines]) => ({ name, entries: lines.filter(line => line.startsWith('- ')).map(line => line.slice(2)) }))

export function Changelog() {
  const t = useWords('changelog')
  return (
    <>
      <Opening heading={t('changelog.title')} lede={t('changelog.description')}>
        <a href="/changelog.xml" className="mt-4 inline-block text-on-deep">
          {t('feed')}
        </a>
      </Opening>
      <div className={band}>
        {sections.map(({ name, entries }) => (
          <section key={name} className={column}>
            <h2 className="text-2xl">{name === 'Unreleased' ? t('unreleased') : name}</h2>
            <ul className="mt-6 grid max-w-[72ch] gap-4">
              {entries.toReversed().map(entry => (
                <li key={entry} className="border-t border-line pt-4 text-ink-2">
                  <Rich text={tagged(entry)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

/** The little Markdown of the log as the tags of `Rich`; its links lead into the repository, so that their text stays alone. */
const tagged = (entry: string): string =>
  entry
    .replaceAll('<', '‹')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\*([^*]*)\*/g, '<i>$1</i>')
