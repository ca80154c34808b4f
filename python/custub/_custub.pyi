from typing import Any, Callable, Dict, List, Optional, Tuple

__version__: str

class Error(Exception):
    status: str
    kernel: Optional[str]
    parameter: Optional[str]

class View:
    def __new__(cls, array: Any, *, strided: bool = ...) -> View: ...

def open_library(
    path: str, sources: List[Tuple[str, str]], packers: Dict[str, Dict[int, Callable[[Any], Any]]], /
) -> Dict[str, Callable[..., None]]: ...
def use_device(ordinal: int, /) -> None: ...
