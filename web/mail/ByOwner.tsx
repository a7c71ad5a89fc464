// The whole mail for its owner, signed in.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { getWhole } from '../../core/api/whole.ts'
import { useCall } from '../session.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { SkeletonCard } from '../ui/Skeleton.tsx'
import { useWords } from '../words.tsx'
import { WholeMail } from './WholeMail.tsx'

export function ByOwner() {
  const t = useWords('whole')
  const ui = useWords('ui')
  const explain = useExplain()
  const call = useCall()
  const { id = '' } = useParams()
  const mail = useQuery({
    queryKey: ['messages', 'whole', id],
    queryFn: ({ signal }) => call(getWhole, 'GET', '/api/messages/:id/whole', { params: { id }, signal }),
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
      {mail.data && <WholeMail mail={mail.data} />}
      {mail.isPending && <SkeletonCard />}
      {mail.error && (
        <>
          <Note kind="danger" alert>
            <b>{t('error.title')}.</b> {explain(mail.error)}
          </Note>
          <p>
            <Button look="quiet" small onClick={() => void mail.refetch()}>
              {t('retry')}
            </Button>
          </p>
        </>
      )}
    </div>
  )
}
