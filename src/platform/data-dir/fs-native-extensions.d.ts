declare module 'fs-native-extensions' {
  /** Locks the whole file of the descriptor `fd`, as long as any process has that descriptor open. */
  export function tryLock(fd: number): boolean
}
