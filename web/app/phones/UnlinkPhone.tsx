// The way out: asks before a phone is unlinked, and says what becomes of the mail that waits for it.
import { Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Destination } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { useExplain } from '../../ui/failure.ts'
import { focusTitle } from '../../ui/focus-title.ts'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useUnlink } from '../links.ts'
import { everything, searchOf } from '../slice.ts'

export function UnlinkPhone({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const explain = useExplain()
  const unlink = useUnlink()
  const [asking, setAsking] = useState(false)
  const isGone = useRef(false)
  // The card goes, and the focus with it.
  useEffect(
    () => () => {
      if (isGone.current) focusTitle()
    },
    [],
  )
  const isPending = phone.state === 'pending'
  const { name } = phone
  const go = () =>
    unlink.mutate(phone, {
      onSuccess: () => {
        isGone.current = true
        toast.success(t('unlinked', { name }))
      },
      onError: error => toast.error(explain(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        <Unlink size={16} aria-hidden /> {t(isPending ? 'remove' : 'unlink')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t(isPending ? 'remove.title' : 'unlink.title', { name })}
        deed={t(isPending ? 'remove.deed' : 'unlink.deed')}
        onDeed={go}
        busy={unlink.isPending}
      >
        {isPending ? <p>{t('unlink.pending')}</p> : <WhatFollows phone={phone} />}
      </Confirm>
    </>
  )
}

function WhatFollows({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const waiting = searchOf({ ...everything, part: 'held', destinationId: phone.id })
  return (
    <>
      <p>{t('unlink.text')}</p>
      <p>
        <Link to={`/forwarded-emails${waiting}`}>{t('unlink.waiting')}</Link>
      </p>
      <p>{t('unlink.again')}</p>
    </>
  )
}
