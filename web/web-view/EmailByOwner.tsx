// The web view of an email for its signed-in owner.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { getWebViewApi } from '../../core/api/web-view.ts'
import { useCall } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { useExplain } from '../ui/feedback/failure.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { SkeletonCard } from '../ui/feedback/Skeleton.tsx'
import { useWords } from '../words/words.tsx'
import { EmailView } from './EmailView.tsx'

export function EmailByOwner() {
  const t = useWords('whole')
  const ui = useWords('ui')
  const explain = useExplain()
  const call = useCall()
  const { id = '' } = useParams()
  const email = useQuery({
    queryKey: ['messages', 'whole', id],
    queryFn: ({ signal }) => call(getWebViewApi, 'GET', '/api/messages/:id/whole', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <div className="mx-auto grid w-full max-w-220 grid-cols-1 gap-4">
      <title>{ui('title', { page: t('title') })}</title>
      <p>
        <LinkButton look="bare" small className="-ms-3" to={`/forwarded-emails/${id}`}>
          <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" /> {t('back')}
        </LinkButton>
      </p>
      <p className="text-sm text-ink-2">{t('owner')}</p>
      {email.data && <EmailView email={email.data} />}
      {email.isPending && <SkeletonCard />}
      {email.error && (
        <>
          <Note kind="danger" alert>
            <b>{t('error.title')}.</b> {explain(email.error)}
          </Note>
          <p>
            <Button look="quiet" small onClick={() => void email.refetch()}>
              {t('retry')}
            </Button>
          </p>
        </>
      )}
    </div>
  )
}
