// A closed world as for JavaScript: values of the language, which no attribute leads out of but those
// named below, modules of which only what computes and reads is taken, and `open()` for reading.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const KEYWORDS = words(
  "and or not is in if elif else for while break continue pass return lambda def with as try except finally raise assert del None True False import from yield global nonlocal",
);

export const BUILTINS = words(
  `print len range sum min max sorted reversed enumerate zip map filter list dict set tuple frozenset str int float bool bytes
   bytearray complex abs round any all repr ord chr hex oct bin divmod pow format isinstance hash id iter next slice ascii callable
   Exception ValueError KeyError TypeError IndexError OSError FileNotFoundError StopIteration ZeroDivisionError RuntimeError
   UnicodeDecodeError NotImplemented Ellipsis`,
);

/** Other names that mean something of themselves and stand for nothing of the script's own. */
export const TAKEN = words(
  `eval exec compile open input getattr setattr delattr hasattr globals locals vars dir breakpoint help object super type
   memoryview classmethod staticmethod property exit quit copyright credits license aiter anext class async await match print
   file execfile reload apply unicode raw_input buffer intern coerce cmp reduce xrange long basestring unichr
   __import__ __builtins__ __loader__ __spec__ __file__ __name__ builtins ${[...BUILTINS].join(" ")}`,
);

/** Attributes that lead from a generator or an exception to what its frame sees. */
export const NEVER = /^_|^(?:gi|cr|ag|tb|f|co|func|im)_/;

export const ALL = null;

/** Modules, and what may be taken of them; all of some, which have nothing else. */
export const MODULES: Readonly<Record<string, ReadonlySet<string> | typeof ALL>> = {
  json: words("loads load dumps JSONDecodeError"),
  sys: words(
    "version version_info platform argv stdin stdout stderr executable prefix base_prefix byteorder maxsize exit getsizeof getdefaultencoding implementation maxunicode hexversion float_info int_info getrecursionlimit flags",
  ),
  math: ALL,
  cmath: ALL,
  re: words(
    "match search findall finditer fullmatch sub subn split compile escape I M S X IGNORECASE MULTILINE DOTALL VERBOSE",
  ),
  datetime: words("datetime date time timedelta timezone UTC"),
  time: words("time time_ns strftime localtime gmtime ctime perf_counter monotonic mktime strptime sleep"),
  platform: words("system machine release version platform node python_version python_implementation"),
  string: words(
    "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace",
  ),
  textwrap: words("dedent indent fill wrap shorten"),
  itertools: ALL,
  functools: words("reduce partial cmp_to_key lru_cache cache"),
  collections: words("Counter defaultdict OrderedDict deque ChainMap"),
  statistics: words("mean median mode stdev variance pstdev fmean quantiles"),
  decimal: words("Decimal getcontext"),
  fractions: words("Fraction"),
  random: words("random randint choice choices sample uniform randrange shuffle seed"),
  base64: words("b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode"),
  binascii: words("hexlify unhexlify crc32"),
  hashlib: words("md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s new"),
  uuid: words("uuid4 uuid5 UUID"),
  struct: words("pack unpack calcsize"),
  unicodedata: words("name normalize category"),
  calendar: words("isleap monthrange month_name day_name"),
  pprint: words("pprint pformat"),
  csv: words("reader DictReader"),
  tomllib: words("load loads"),
  glob: words("glob iglob"),
  fnmatch: words("fnmatch filter"),
  difflib: words("unified_diff ndiff get_close_matches"),
  bisect: ALL,
  heapq: ALL,
  os: words(
    "getcwd listdir sep linesep name cpu_count getpid getppid getuid uname stat lstat walk scandir getenv environ getloadavg path",
  ),
  "os.path": words(
    "join exists isfile isdir islink basename dirname abspath realpath split splitext getsize getmtime expanduser relpath commonpath normpath sep isabs",
  ),
  "urllib.parse": words("quote unquote urlparse urlencode parse_qs urlsplit urljoin quote_plus unquote_plus"),
  "importlib.metadata": words("version"),
};
