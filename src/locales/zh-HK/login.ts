import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/login.ts'

const login: Words<typeof en> = {
  meta: {
    title: '登入或註冊',
    description: '以密碼、電郵驗證碼、通行密鑰或第三方帳戶登入，領取行情數據 API 密鑰。',
    keywords: '登入, 註冊, API 密鑰, 行情數據帳戶, 電郵驗證碼, 通行密鑰',
  },
  signin: { title: '登入', submit: '登入' },
  code: { title: '以電郵驗證碼登入', submit: '登入' },
  signup: { title: '註冊帳戶', submit: '註冊', lead: '免費註冊，即時取得 API 密鑰，毋須信用卡。' },
  reset: { title: '重設密碼', submit: '設定新密碼', lead: '我們會把驗證碼傳送至您的電郵；重設後所有裝置均會登出。' },
  chosen: '您選擇了{plan}。登入或註冊後即可訂購。',
  second: { title: '雙重驗證', lead: '請輸入驗證應用程式顯示的動態碼，或一個復原碼。', submit: '繼續' },
  email: '電郵',
  password: '密碼',
  newPassword: '新密碼',
  confirmPassword: '再次輸入密碼',
  passwordHint: '最少 8 個字元。',
  verificationCode: '驗證碼',
  secondCode: '動態碼',
  send: '索取驗證碼',
  sent: '若此電郵可用，驗證碼將於稍後送達，10 分鐘內有效。',
  needScript: '索取驗證碼及真人驗證須啟用 JavaScript；以密碼登入則毋須。',
  forgot: '忘記密碼？',
  byCode: '使用電郵驗證碼',
  byPassword: '使用密碼',
  toSignup: '未有帳戶？<link>立即註冊</link>',
  toSignin: '已有帳戶？<link>前往登入</link>',
  or: '或',
  provider: '以 {name} 登入',
  passkey: '使用通行密鑰',
  passkeyFailed: '通行密鑰驗證不成功，請重試或改用其他方式。',
  resetDone: '密碼已更改，請以新密碼登入。',
  busy: '伺服器繁忙或無法連線，請稍後再試',
}

export default login
