"""The student: a small model that knows which clauses are worth remembering."""

from yiku_models.student.clause import Clause, Judgement, Student
from yiku_models.student.onnx_student import OnnxStudent

__all__ = ["Clause", "Judgement", "OnnxStudent", "Student"]
