// Returns a value once typing has stopped.
import { useEffect, useState } from 'react'

const typingMs = 400

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), typingMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
