// The links to an email's web view: their expiry, how often they were opened, and a button that revokes them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { closeLinksApi, listLinksApi } from '../../core/api/web-view.ts'
import { useCall } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { useExplain } from '../ui/feedback/failure.ts'
import { toast } from '../ui/overlays/toast.ts'
import { formatHour, useAgo } from '../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../words/words.tsx'

export function useWebViewLinks(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['messages', 'links', id],
    queryFn: async ({ signal }) => (await call(listLinksApi, 'GET', '/api/messages/:id/links', { params: { id }, signal })).items,
  }).data
}

export function WebViewLinks({ id, links, now }: { id: string; links: NonNullable<ReturnType<typeof useWebViewLinks>>; now: Date }) {
  const t = useWords('whole')
  const language = useLanguage()
  const ago = useAgo()
  const open = links.filter(link => link.isOpen)
  const views = links.reduce((sum, link) => sum + link.views, 0)
  const [last] = links.flatMap(link => link.lastViewedAt ?? []).toSorted((a, b) => (a < b ? 1 : -1))
  const [newest] = open
  return (
    <div className="grid gap-2 text-sm">
      <p>
        {newest
          ? t('links.open', {
              day: formatHour(new Date(newest.expiresAt), now, language),
              isForOwner: open.every(link => link.isForOwner) ? 'yes' : 'no',
            })
          : t('links.shut')}{' '}
        <span className="text-ink-2">{t('links.views', { n: views, when: last ? ago(last, now) : '' })}</span>
      </p>
      {newest && <RevokeButton id={id} />}
    </div>
  )
}

function RevokeButton({ id }: { id: string }) {
  const t = useWords('whole')
  const call = useCall()
  const client = useQueryClient()
  const explain = useExplain()
  const revoke = useMutation({
    mutationFn: () => call(closeLinksApi, 'DELETE', '/api/messages/:id/links', { params: { id } }),
    onSuccess: () => toast.success(t('links.closed')),
    onError: error => toast.error(explain(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['messages', 'links', id] }),
  })
  return (
    <Button look="quiet" small className="justify-self-start" busy={revoke.isPending} onClick={() => revoke.mutate()}>
      {t('links.close')}
    </Button>
  )
}
