// The page /changelog: CHANGELOG.md, newest release first.
import changes from '../../../CHANGELOG.md?raw'
import { parseChangelog } from '../../../core/text/changelog.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { SourceLink } from '../source.tsx'

const releases = parseChangelog(changes)

export function Changelog() {
  const t = useWords('changelog')
  return (
    <>
      <PageIntro heading={t('changelog.title')} lede={t('changelog.description')}>
        <a href="/changelog.xml" className="mt-4 inline-block text-on-deep">
          {t('feed')}
        </a>
      </PageIntro>
      {releases.map(({ name, date, groups }, index) => (
        <Band key={name} beside sunk={index % 2 === 1} title={name === 'Unreleased' ? t('unreleased') : name} lede={date}>
          <div className="grid gap-8">
            {groups.map(({ title, entries }) => (
              <section key={title}>
                <h3 className="text-lg">{title}</h3>
                <ul className="mt-2 grid gap-3">
                  {entries.map(entry => (
                    <li key={entry} className="max-w-[62ch] border-t border-line pt-3 text-ink-2">
                      <Rich text={toRichText(entry)} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </Band>
      ))}
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <SourceLink className={buttonClass({ look: 'foam' })}>{t('last.source')}</SourceLink>
      </CallToAction>
    </>
  )
}

/** Converts the Markdown of the changelog to tags for `Rich`; links lead into the repository, so only their text is kept. */
const toRichText = (entry: string): string =>
  entry
    .replaceAll('<', '‹')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]*)\*\*/g, '<b>$1</b>')
