// One of the product's own emails in one language: its text next to a preview, and its earlier versions.
import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router'
import { type EmailTextDetail, getEmailTextApi } from '../../../../core/api/admin/email-texts.ts'
import { type EmailKind, isEmailKind } from '../../../../core/notifications/email-kinds.ts'
import { isLanguage, type Language, languages } from '../../../../core/words/languages.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useCall } from '../../../session/session.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { EmailHistory } from './EmailHistory.tsx'
import { EmailTextForm } from './EmailTextForm.tsx'

export function EmailTextPage() {
  const t = useWords('admintemplates')
  const { pathname } = useLocation()
  const { kind = '', language = '' } = matchPath('/admin/templates/emails/:kind/:language', pathname)?.params ?? {}
  if (!isEmailKind(kind) || !isLanguage(language)) return <Note kind="danger">{t('email.unknown')}</Note>
  return <KnownEmail kind={kind} language={language} />
}

function KnownEmail({ kind, language }: { kind: EmailKind; language: Language }) {
  const t = useWords('admintemplates')
  const explain = useExplain()
  const call = useCall()
  const { data, error } = useQuery({
    queryKey: ['admin', 'email-texts', kind, language],
    queryFn: ({ signal }) => call(getEmailTextApi, 'GET', '/api/admin/email-texts/:kind/:language', { params: { kind, language }, signal }),
  })
  return (
    <>
      <PageHeader title={t(`kind.${kind}`)} above={<Link to="/admin/templates/emails">{t('tab.emails')}</Link>}>
        <Languages kind={kind} language={language} />
      </PageHeader>
      {!data && !error && <SkeletonCard />}
      {error && !data && (
        <Note kind="danger" alert>
          {explain(error)}
        </Note>
      )}
      {data && (
        <div className="grid grid-cols-1 gap-5">
          <StateNote detail={data} />
          {/* A saved version starts the editor again from what was saved. */}
          <EmailTextForm key={`${kind} ${language} ${data.version}`} detail={data} />
          <EmailHistory detail={data} />
        </div>
      )}
    </>
  )
}

function Languages({ kind, language }: { kind: EmailKind; language: Language }) {
  const t = useWords('admintemplates')
  return (
    <span className="flex flex-wrap gap-x-4">
      {languages.map(one => (
        <span key={one}>
          {one === language ? (
            <b>{t(`language.${one}`)}</b>
          ) : (
            <Link to={`/admin/templates/emails/${kind}/${one}`}>{t(`language.${one}`)}</Link>
          )}
        </span>
      ))}
    </span>
  )
}

function StateNote({ detail: { state, problems } }: { detail: EmailTextDetail }) {
  const t = useWords('admintemplates')
  if (state === 'outdated') return <Note kind="warn">{t('outdated.text')}</Note>
  if (state !== 'broken') return null
  return (
    <Note kind="danger">
      <b>{t('broken.text')}</b>
      <ul className="ms-5 list-disc">
        {problems.map(({ part, message }) => (
          <li key={part + message}>{message}</li>
        ))}
      </ul>
    </Note>
  )
}
