// The page /changelog: CHANGELOG.md, newest first.
import changes from '../../../CHANGELOG.md?raw'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'

const sections = changes
  .split(/^## /m)
  .slice(1)
  .map(section => section.split('\n'))
  .map(([name = '', ...lines]) => ({ name, entries: lines.filter(line => line.startsWith('- ')).map(line => line.slice(2)) }))

export function Changelog() {
  const t = useWords('changelog')
  return (
    <>
      <PageIntro heading={t('changelog.title')} lede={t('changelog.description')}>
        <a href="/changelog.xml" className="mt-4 inline-block text-on-deep">
          {t('feed')}
        </a>
      </PageIntro>
      {sections.map(({ name, entries }, index) => (
        <Band key={name} beside sunk={index % 2 === 1} title={name === 'Unreleased' ? t('unreleased') : name}>
          <ul className="grid gap-4">
            {entries.toReversed().map(entry => (
              <li key={entry} className="border-t border-line pt-4 first:border-t-0 first:pt-0">
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        </Band>
      ))}
    </>
  )
}

/** Highlights the subject of an entry; code is never split. */
const subjectPattern = /^(?:`[^`]*`|[^`])*?[.;:](?=\s|$)/

function Entry({ entry }: { entry: string }) {
  const [subject = ''] = subjectPattern.exec(entry) ?? []
  return (
    <p className="max-w-[62ch] text-ink-2">
      <span className="text-ink">
        <Rich text={toRichText(subject)} />
      </span>
      <Rich text={toRichText(entry.slice(subject.length))} />
    </p>
  )
}

/** Converts the Markdown of the changelog to tags for `Rich`; links lead into the repository, so only their text is kept. */
const toRichText = (entry: string): string =>
  entry
    .replaceAll('<', '‹')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\*([^*]*)\*/g, '<i>$1</i>')
