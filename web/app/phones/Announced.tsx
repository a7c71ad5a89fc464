// Says aloud what has changed about the phones since it was last read.
import { useEffect, useRef, useState } from 'react'
import type { Destination } from '../../../core/api/delivery.ts'
import { useWords } from '../../words.tsx'
import { type Standing, standingOf } from './standing.ts'

export function Announced({ phones, now }: { phones: readonly Destination[] | undefined; now: Date }) {
  const t = useWords('connect')
  const before = useRef<Map<string, Standing>>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!phones) return
    const standings = new Map(phones.map(phone => [phone.id, standingOf(phone, now)]))
    const known = before.current
    before.current = standings
    const changed = known ? phones.filter(phone => known.has(phone.id) && known.get(phone.id) !== standings.get(phone.id)) : []
    if (changed.length > 0) setSaid(changed.map(phone => t(`said.${standingOf(phone, now)}`, { name: phone.name })).join(' '))
  }, [phones, now, t])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
