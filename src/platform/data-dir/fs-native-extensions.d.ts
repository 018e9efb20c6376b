declare module 'fs-native-extensions' {
  /** Locks the whole file for the open file that `fd` refers to, as long as any process has it open. */
  export function tryLock(fd: number): boolean
}
