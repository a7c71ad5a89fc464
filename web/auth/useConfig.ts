// What the operator set up, for screens that are there before anybody has signed in.
import { useEffect, useState } from 'react'
import type { PublicConfig } from '../../core/api/config.ts'
import { openDoor } from './client.ts'

/** Undefined until it is known. */
export function useConfig(): PublicConfig | undefined {
  const [config, setConfig] = useState<PublicConfig>()
  useEffect(() => {
    let isGone = false
    openDoor().then(door => isGone || setConfig(door.config), console.error)
    return () => {
      isGone = true
    }
  }, [])
  return config
}
